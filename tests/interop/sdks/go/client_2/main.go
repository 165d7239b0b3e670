// The client of a2a-go v2: client_2 URL VERSION BINDING; version 0.3 by the SDK's own compatibility.
package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"

	"schemagate/interop/lines"
)

var codes = map[error]int{
	a2a.ErrParseError: -32700, a2a.ErrInvalidRequest: -32600, a2a.ErrMethodNotFound: -32601,
	a2a.ErrInvalidParams: -32602, a2a.ErrInternalError: -32603, a2a.ErrTaskNotFound: -32001,
	a2a.ErrTaskNotCancelable: -32002, a2a.ErrPushNotificationNotSupported: -32003,
	a2a.ErrUnsupportedOperation: -32004, a2a.ErrUnsupportedContentType: -32005,
	a2a.ErrInvalidAgentResponse: -32006, a2a.ErrExtendedCardNotConfigured: -32007,
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
		said["data"] = told.TypedDetails
	}
	return said
}

func event(event a2a.Event) any { return a2a.StreamResponse{Event: event} }

func connect(ctx context.Context) (map[string]lines.Operation, error) {
	url, version, binding := strings.TrimSuffix(os.Args[1], "/"), os.Args[2], os.Args[3]
	http := &http.Client{Timeout: 30 * time.Second}
	resolver := agentcard.NewResolver(http)
	if version == "0.3" {
		resolver.CardParser = a2av0.NewAgentCardParser()
	}
	card, err := resolver.Resolve(ctx, url)
	if err != nil {
		return nil, err
	}
	offered := card.SupportedInterfaces
	card.SupportedInterfaces = nil
	for _, one := range offered {
		if strings.HasPrefix(string(one.ProtocolVersion), version) && string(one.ProtocolBinding) == binding {
			card.SupportedInterfaces = append(card.SupportedInterfaces, one)
		}
	}
	client, err := a2aclient.NewFromCard(ctx, card,
		a2aclient.WithJSONRPCTransport(http), a2aclient.WithRESTTransport(http),
		a2av0.WithJSONRPCTransport(a2av0.JSONRPCTransportConfig{Client: http}),
		a2av0.WithRESTTransport(a2av0.RESTTransportConfig{Client: http}))
	if err != nil {
		return nil, err
	}
	send := func(ctx context.Context, request *a2a.SendMessageRequest) (any, error) {
		result, err := client.SendMessage(ctx, request)
		if err != nil {
			return nil, err
		}
		return a2a.StreamResponse{Event: result.(a2a.Event)}, nil
	}
	listPush := func(ctx context.Context, request *a2a.ListTaskPushConfigRequest) (any, error) {
		configs, err := client.ListTaskPushConfigs(ctx, request)
		return map[string]any{"configs": configs}, err
	}
	deletePush := func(ctx context.Context, request *a2a.DeleteTaskPushConfigRequest) (any, error) {
		return map[string]any{}, client.DeleteTaskPushConfig(ctx, request)
	}
	return map[string]lines.Operation{
		"send":       lines.One(lines.Call(send)),
		"stream":     lines.Stream(client.SendStreamingMessage, event),
		"subscribe":  lines.Stream(client.SubscribeToTask, event),
		"get":        lines.Call(client.GetTask),
		"cancel":     lines.Call(client.CancelTask),
		"list":       lines.Call(client.ListTasks),
		"createPush": lines.Call(client.CreateTaskPushConfig),
		"getPush":    lines.Call(client.GetTaskPushConfig),
		"listPush":   lines.Call(listPush),
		"deletePush": lines.Call(deletePush),
	}, nil
}

func main() { lines.ServeClient(connect, explain) }
