// The client of a2a-go v0.3: client_0_3 URL VERSION BINDING; it speaks v0.3 over JSON-RPC.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/a2a"
	"github.com/a2aproject/a2a-go/a2aclient"
	"github.com/a2aproject/a2a-go/a2aclient/agentcard"

	"schemagate/interop/lines"
)

var codes = map[error]int{
	a2a.ErrParseError: -32700, a2a.ErrInvalidRequest: -32600, a2a.ErrMethodNotFound: -32601,
	a2a.ErrInvalidParams: -32602, a2a.ErrInternalError: -32603, a2a.ErrTaskNotFound: -32001,
	a2a.ErrTaskNotCancelable: -32002, a2a.ErrPushNotificationNotSupported: -32003,
	a2a.ErrUnsupportedOperation: -32004, a2a.ErrUnsupportedContentType: -32005,
	a2a.ErrInvalidAgentResponse: -32006, a2a.ErrAuthenticatedExtendedCardNotConfigured: -32007,
}

func explain(err error) map[string]any {
	said := map[string]any{}
	for known, code := range codes {
		if errors.Is(err, known) {
			said["code"] = code
		}
	}
	var told *a2a.Error
	if errors.As(err, &told) {
		said["data"] = told.Details
	}
	return said
}

func event(event a2a.Event) any { return event }

func connect(ctx context.Context) (map[string]lines.Operation, error) {
	card, err := agentcard.DefaultResolver.Resolve(ctx, strings.TrimSuffix(os.Args[1], "/"))
	if err != nil {
		return nil, err
	}
	client, err := a2aclient.NewFromCard(ctx, card,
		a2aclient.WithConfig(a2aclient.Config{PreferredTransports: []a2a.TransportProtocol{a2a.TransportProtocol(os.Args[3])}}),
		a2aclient.WithJSONRPCTransport(&http.Client{Timeout: 30 * time.Second}))
	if err != nil {
		return nil, err
	}
	deletePush := func(ctx context.Context, params *a2a.DeleteTaskPushConfigParams) (any, error) {
		return map[string]any{}, client.DeleteTaskPushConfig(ctx, params)
	}
	return map[string]lines.Operation{
		"send":       lines.One(lines.Call(client.SendMessage)),
		"stream":     lines.Stream(client.SendStreamingMessage, event),
		"subscribe":  lines.Stream(client.ResubscribeToTask, event),
		"get":        lines.Call(client.GetTask),
		"cancel":     lines.Call(client.CancelTask),
		"createPush": lines.Call(client.SetTaskPushConfig),
		"getPush":    lines.Call(client.GetTaskPushConfig),
		"listPush":   lines.Call(client.ListTaskPushConfig),
		"deletePush": lines.Call(deletePush),
	}, nil
}

func main() { lines.ServeClient(connect, explain) }
