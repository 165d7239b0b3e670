// An agent of a2a-go v2: agent_2 VERSION BINDING; version 0.3 by the SDK's own compatibility.
package main

import (
	"context"
	"iter"
	"net/http"
	"os"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"schemagate/interop/behaviour"
	"schemagate/interop/lines"
)

type executor struct{ fights behaviour.Fights }

func plain(parts []*a2a.Part) []behaviour.Part {
	var all []behaviour.Part
	for _, part := range parts {
		data, _ := part.Data().(map[string]any)
		all = append(all, behaviour.Part{Text: part.Text(), Data: data})
	}
	return all
}

func written(part behaviour.Part) *a2a.Part {
	if part.Data != nil {
		return a2a.NewDataPart(part.Data)
	}
	return a2a.NewTextPart(part.Text)
}

func (e *executor) Execute(ctx context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		task := string(request.TaskID)
		e.fights.Begin(task)
		contest, isContest := behaviour.ContestOf(plain(request.Message.Parts))
		if !isContest || contest.A == "message" {
			text := behaviour.Hello
			if isContest {
				text = contest.Text()
			}
			yield(a2a.NewMessage(a2a.MessageRoleAgent, a2a.NewTextPart(text)), nil)
			return
		}
		if request.StoredTask == nil && !yield(a2a.NewSubmittedTask(request, request.Message), nil) {
			return
		}
		if !yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateWorking, nil), nil) || !e.fights.IsFinished(ctx, task, contest) {
			return
		}
		if contest.A == "ask" {
			question := a2a.NewMessageForTask(a2a.MessageRoleAgent, request, a2a.NewTextPart(behaviour.Question))
			yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateInputRequired, question), nil)
			return
		}
		parts := contest.ArtifactParts()
		for index, part := range parts {
			event := a2a.NewArtifactUpdateEvent(request, "outcome", written(part))
			event.Append, event.LastChunk, event.Artifact.Name = index > 0, index == len(parts)-1, "Outcome"
			if !yield(event, nil) {
				return
			}
		}
		yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateCompleted, nil), nil)
	}
}

func (e *executor) Cancel(_ context.Context, request *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		e.fights.Cancel(string(request.TaskID))
		yield(a2a.NewStatusUpdateEvent(request, a2a.TaskStateCanceled, nil), nil)
	}
}

func main() {
	version, binding := os.Args[1], os.Args[2]
	agent := &executor{}
	handler := a2asrv.NewHandler(agent)
	makers := map[string]func(a2asrv.RequestHandler, ...a2asrv.TransportOption) http.Handler{
		"0.3 JSONRPC": a2av0.NewJSONRPCHandler, "0.3 HTTP+JSON": a2av0.NewRESTHandler,
		"1.0 JSONRPC": a2asrv.NewJSONRPCHandler, "1.0 HTTP+JSON": a2asrv.NewRESTHandler,
	}
	lines.ServeAgent(func(url string) http.Handler {
		card := &a2a.AgentCard{
			Name: "Fight agent", Description: "Tells who would win.", Version: "1.0.0",
			SupportedInterfaces: []*a2a.AgentInterface{{URL: url + "/a2a", ProtocolBinding: a2a.TransportProtocol(binding),
				ProtocolVersion: a2a.ProtocolVersion(version)}},
			Capabilities:      a2a.AgentCapabilities{Streaming: true},
			DefaultInputModes: []string{"text/plain", "application/json"}, DefaultOutputModes: []string{"text/plain"},
			Skills: []a2a.AgentSkill{{ID: "fight-comparison", Name: "Fight Comparison", Description: "Compares.",
				Tags: []string{"fight"}}},
		}
		cards := a2asrv.NewStaticAgentCardHandler(card)
		if version == "0.3" {
			cards = a2asrv.NewAgentCardHandler(a2av0.NewStaticAgentCardProducer(card))
		}
		mux := http.NewServeMux()
		mux.Handle("/.well-known/agent-card.json", cards)
		serve := makers[version+" "+binding](handler)
		mux.Handle("/a2a", serve)
		mux.Handle("/a2a/", http.StripPrefix("/a2a", serve))
		return mux
	}, &agent.fights.Calls)
}
