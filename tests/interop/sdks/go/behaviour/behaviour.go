// Package behaviour is what the agents do, whichever SDK carries it: see agents/behaviour.mjs. "slow" works for one
// second here.
package behaviour

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	Hello    = "Name two contestants: A vs B"
	Question = "Who shall fight instead?"
)

var work = map[string]time.Duration{"slow": time.Second, "endless": time.Minute}

// Part is a text or data.
type Part struct {
	Text string
	Data map[string]any
}

// Contest names two contestants; the first chooses what happens.
type Contest struct{ A, B string }

// ContestOf gives the contestants that a message names, if it does.
func ContestOf(parts []Part) (Contest, bool) {
	for _, part := range parts {
		a, isFirst := part.Data["a"].(string)
		b, isSecond := part.Data["b"].(string)
		if isFirst && isSecond {
			return Contest{a, b}, true
		}
		if names := strings.Split(part.Text, " vs "); len(names) == 2 {
			return Contest{names[0], names[1]}, true
		}
	}
	return Contest{}, false
}

func (c Contest) outcome() map[string]any {
	probability := 0.65
	if c.A == "invalid" {
		probability = 1.5
	}
	return map[string]any{"winner": c.B, "probability": probability, "explanation": c.B + " comes after " + c.A + "."}
}

// Text is the outcome as JSON.
func (c Contest) Text() string {
	text, _ := json.Marshal(c.outcome())
	return string(text)
}

// ArtifactParts are the parts of the artifact, one per streamed chunk.
func (c Contest) ArtifactParts() []Part {
	text := c.Text()
	switch c.A {
	case "data":
		return []Part{{Data: c.outcome()}}
	case "chunks":
		return []Part{{Text: text[:9]}, {Text: text[9:30]}, {Text: text[30:]}}
	case "fenced":
		return []Part{{Text: "Here you are:\n\n```json\n" + text + "\n```\n"}}
	case "prose":
		return []Part{{Text: c.B + " would win."}}
	}
	return []Part{{Text: text}}
}

// Fights are the running tasks, so that they can be canceled, and a count of the calls that reached the agent.
type Fights struct {
	Calls    atomic.Int64
	canceled sync.Map // task id: chan struct{}
}

// Begin counts the call and remembers the task.
func (f *Fights) Begin(task string) {
	f.Calls.Add(1)
	f.canceled.Store(task, make(chan struct{}))
}

// IsFinished waits until the fight is over; false when it was canceled.
func (f *Fights) IsFinished(ctx context.Context, task string, contest Contest) bool {
	canceled, _ := f.canceled.Load(task)
	select {
	case <-canceled.(chan struct{}):
		return false
	case <-ctx.Done():
		return false
	case <-time.After(work[contest.A]):
		return true
	}
}

// Cancel ends a running fight.
func (f *Fights) Cancel(task string) {
	if canceled, running := f.canceled.LoadAndDelete(task); running {
		close(canceled.(chan struct{}))
	}
}
