// An agent of a2a-go v0.3: agent_0_3 VERSION BINDING; it speaks v0.3 over JSON-RPC.
package main

import (
	"context"
	"net/http"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2asrv"
	"github.com/a2aproject/a2a-go/a2asrv/eventqueue"

	"schemagate/interop/behaviour"
	"schemagate/interop/lines"
)

type executor struct{ fights behaviour.Fights }

func plain(parts a2a.ContentParts) []behaviour.Part {
	var all []behaviour.Part
	for _, part := range parts {
		switch one := part.(type) {
		case a2a.TextPart:
			all = append(all, behaviour.Part{Text: one.Text})
		case a2a.DataPart:
			all = append(all, behaviour.Part{Data: one.Data})
		}
	}
	return all
}

func written(part behaviour.Part) a2a.Part {
	if part.Data != nil {
		return a2a.DataPart{Data: part.Data}
	}
	return a2a.TextPart{Text: part.Text}
}

// events are all that the agent says of a contest.
func (e *executor) events(ctx context.Context, request *a2asrv.RequestContext, write func(a2a.Event)) {
	task := string(request.TaskID)
	e.fights.Begin(task)
	contest, isContest := behaviour.ContestOf(plain(request.Message.Parts))
	if !isContest || contest.A == "message" {
		text := behaviour.Hello
		if isContest {
			text = contest.Text()
		}
		write(a2a.NewMessage(a2a.MessageRoleAgent, a2a.TextPart{Text: text}))
		return
	}
	enter := func(state a2a.TaskState, final bool, note *a2a.Message) {
		event := a2a.NewStatusUpdateEvent(request, state, note)
		event.Final = final
		write(event)
	}
	if request.StoredTask == nil {
		write(a2a.NewSubmittedTask(request, request.Message))
	}
	enter(a2a.TaskStateWorking, false, nil)
	if !e.fights.IsFinished(ctx, task, contest) {
		return
	}
	if contest.A == "ask" {
		enter(a2a.TaskStateInputRequired, true,
			a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.TextPart{Text: behaviour.Question}))
		return
	}
	parts := contest.ArtifactParts()
	for index, part := range parts {
		event := a2a.NewArtifactUpdateEvent(request, "outcome", written(part))
		event.Append, event.LastChunk, event.Artifact.Name = index > 0, index == len(parts)-1, "Outcome"
		write(event)
	}
	enter(a2a.TaskStateCompleted, true, nil)
}

func (e *executor) Execute(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	var failure error
	e.events(ctx, request, func(event a2a.Event) {
		if err := queue.Write(ctx, event); err != nil {
			failure = err
		}
	})
	return failure
}

func (e *executor) Cancel(ctx context.Context, request *a2asrv.RequestContext, queue eventqueue.Queue) error {
	e.fights.Cancel(string(request.TaskID))
	event := a2a.NewStatusUpdateEvent(request, a2a.TaskStateCanceled, nil)
	event.Final = true
	return queue.Write(ctx, event)
}

func main() {
	agent := &executor{}
	handler := a2asrv.NewJSONRPCHandler(a2asrv.NewHandler(agent))
	lines.ServeAgent(func(url string) http.Handler {
		mux := http.NewServeMux()
		mux.Handle("/.well-known/agent-card.json", a2asrv.NewStaticAgentCardHandler(&a2a.AgentCard{
			Name: "Fight agent", Description: "Tells who would win.", Version: "1.0.0", ProtocolVersion: "0.3.0",
			URL: url + "/a2a", PreferredTransport: a2a.TransportProtocolJSONRPC,
			Capabilities:      a2a.AgentCapabilities{Streaming: true},
			DefaultInputModes: []string{"text/plain", "application/json"}, DefaultOutputModes: []string{"text/plain"},
			Skills: []a2a.AgentSkill{{ID: "fight-comparison", Name: "Fight Comparison", Description: "Compares.",
				Tags: []string{"fight"}}},
		}))
		mux.Handle("/a2a", handler)
		return mux
	}, &agent.fights.Calls)
}
