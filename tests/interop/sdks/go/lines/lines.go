// Package lines speaks with the harness: one JSON value per line, requests on standard input, answers on standard
// output. The program ends with its input.
package lines

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
)

type request struct {
	ID     int             `json:"id"`
	Op     string          `json:"op"`
	Params json.RawMessage `json:"params"`
}

// Operation answers one call of the harness; emit takes each event of a stream.
type Operation func(ctx context.Context, params json.RawMessage, emit func(event any)) (result any, err error)

// Call is an operation with one result.
func Call[P, R any](method func(context.Context, *P) (R, error)) Operation {
	return func(ctx context.Context, raw json.RawMessage, _ func(any)) (any, error) {
		params := new(P)
		if err := json.Unmarshal(raw, params); err != nil {
			return nil, err
		}
		return method(ctx, params)
	}
}

// Stream is an operation with events; written makes of each what the harness reads.
func Stream[P, E any](method func(context.Context, *P) iter.Seq2[E, error], written func(E) any) Operation {
	return func(ctx context.Context, raw json.RawMessage, emit func(any)) (any, error) {
		params := new(P)
		if err := json.Unmarshal(raw, params); err != nil {
			return nil, err
		}
		for event, err := range method(ctx, params) {
			if err != nil {
				return nil, err
			}
			emit(written(event))
		}
		return nil, nil
	}
}

var output sync.Mutex

func say(id int, line map[string]any) {
	line["id"] = id
	text, err := json.Marshal(line)
	if err != nil {
		text, _ = json.Marshal(map[string]any{"id": id, "error": map[string]any{"message": err.Error()}})
	}
	output.Lock()
	defer output.Unlock()
	fmt.Println(string(text))
}

func requests() iter.Seq[request] {
	return func(yield func(request) bool) {
		input := bufio.NewScanner(os.Stdin)
		input.Buffer(nil, 1<<24)
		for input.Scan() {
			var read request
			if json.Unmarshal(input.Bytes(), &read) != nil || !yield(read) {
				return
			}
		}
	}
}

// ServeClient answers the calls of the harness, all side by side, with the operations that connect gives; explain says
// what the SDK tells of an error.
func ServeClient(connect func(context.Context) (map[string]Operation, error), explain func(error) map[string]any) {
	client := map[string]Operation{}
	leaving := sync.Map{}
	answer := func(ctx context.Context, call request) {
		operation, known := client[call.Op]
		if !known {
			say(call.ID, map[string]any{"error": map[string]any{"message": "the SDK has no " + call.Op}})
			return
		}
		streams := false
		result, err := operation(ctx, call.Params, func(event any) {
			streams = true
			say(call.ID, map[string]any{"event": event})
		})
		if err != nil {
			said := explain(err)
			said["message"] = err.Error()
			said["kind"] = fmt.Sprintf("%T", err)
			say(call.ID, map[string]any{"error": said})
		} else if streams || result == nil && (call.Op == "stream" || call.Op == "subscribe") {
			say(call.ID, map[string]any{"end": true})
		} else {
			say(call.ID, map[string]any{"result": result})
		}
	}
	for call := range requests() {
		switch call.Op {
		case "connect":
			made, err := connect(context.Background())
			if err != nil {
				say(call.ID, map[string]any{"error": map[string]any{"message": err.Error()}})
				continue
			}
			client = made
			say(call.ID, map[string]any{"result": map[string]any{}})
		case "leave":
			if cancel, running := leaving.LoadAndDelete(call.ID); running {
				cancel.(context.CancelFunc)()
			}
		default:
			ctx, cancel := context.WithCancel(context.Background())
			leaving.Store(call.ID, cancel)
			go answer(ctx, call)
		}
	}
}

// ServeAgent serves what make gives for its own URL, and tells the URL and how often the agent was called.
func ServeAgent(make func(url string) http.Handler, calls *atomic.Int64) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	url := "http://" + listener.Addr().String()
	go func() { _ = http.Serve(listener, make(url)) }()
	for call := range requests() {
		switch call.Op {
		case "url":
			say(call.ID, map[string]any{"url": url})
		case "calls":
			say(call.ID, map[string]any{"calls": calls.Load()})
		}
	}
}

// One makes the result of an operation its only event.
func One(operation Operation) Operation {
	return func(ctx context.Context, params json.RawMessage, emit func(any)) (any, error) {
		result, err := operation(ctx, params, emit)
		if err == nil {
			emit(result)
		}
		return nil, err
	}
}
