package schemagate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.a2a.client.http.A2ACardResolver;
import io.a2a.client.http.JdkA2AHttpClient;
import io.a2a.client.transport.jsonrpc.JSONRPCTransport;
import io.a2a.client.transport.rest.RestTransport;
import io.a2a.client.transport.spi.ClientTransport;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentInterface;
import io.a2a.spec.DeleteTaskPushNotificationConfigParams;
import io.a2a.spec.GetTaskPushNotificationConfigParams;
import io.a2a.spec.JSONRPCError;
import io.a2a.spec.ListTaskPushNotificationConfigParams;
import io.a2a.spec.Message;
import io.a2a.spec.MessageSendParams;
import io.a2a.spec.StreamingEventKind;
import io.a2a.spec.Task;
import io.a2a.spec.TaskIdParams;
import io.a2a.spec.TaskPushNotificationConfig;
import io.a2a.spec.TaskQueryParams;
import io.a2a.spec.TaskStatusUpdateEvent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The client of a2a-java 0.3: URL VERSION BINDING; the version is always 0.3. Talks with the harness line by line. */
public final class Client {
  private static final ObjectMapper JSON = new ObjectMapper().registerModule(new JavaTimeModule());
  private final String url;
  private final String binding;
  private ClientTransport transport;

  private Client(String url, String binding) {
    this.url = url.replaceAll("/$", "");
    this.binding = binding;
  }

  public static void main(String... args) throws Exception {
    Client client = new Client(args[0], args[2]);
    ExecutorService calls = Executors.newCachedThreadPool();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      JsonNode call = JSON.readTree(line);
      if (!call.get("op").asText().equals("leave")) calls.submit(() -> client.answer(call));
    }
    System.exit(0);
  }

  private static synchronized void say(JsonNode call, String member, Object value) {
    ObjectNode line = JSON.createObjectNode().put("id", call.get("id").asInt());
    line.set(member, JSON.valueToTree(value));
    System.out.println(line);
  }

  private static void sayError(JsonNode call, Throwable error) {
    ObjectNode said = JSON.createObjectNode().put("message", String.valueOf(error.getMessage()))
        .put("kind", error.getClass().getName());
    Matcher status = Pattern.compile("Request failed with status (\\d+)").matcher(said.get("message").asText());
    if (status.find()) said.put("status", Integer.parseInt(status.group(1)));
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof JSONRPCError told) {
        said.put("code", told.getCode());
        said.set("data", JSON.valueToTree(told.getData()));
      }
    }
    say(call, "error", said);
  }

  private void answer(JsonNode call) {
    try {
      switch (call.get("op").asText()) {
        case "connect" -> say(call, "result", connect());
        case "send" -> {
          say(call, "event", transport.sendMessage(params(call, MessageSendParams.class), null));
          say(call, "end", true);
        }
        case "stream" -> {
          Stream stream = new Stream(call);
          transport.sendMessageStreaming(params(call, MessageSendParams.class), stream, stream::end, null);
        }
        case "subscribe" -> {
          Stream stream = new Stream(call);
          transport.resubscribe(params(call, TaskIdParams.class), stream, stream::end, null);
        }
        default -> say(call, "result", result(call));
      }
    } catch (Throwable error) {
      sayError(call, error);
    }
  }

  private Map<String, Object> connect() throws Exception {
    AgentCard card = new A2ACardResolver(new JdkA2AHttpClient(), url + "/", ".well-known/agent-card.json").getAgentCard();
    String found = binding.equals(card.preferredTransport()) ? card.url() : card.additionalInterfaces().stream()
        .filter(one -> one.transport().equals(binding)).map(AgentInterface::url).findFirst().orElseThrow();
    transport = binding.equals("JSONRPC") ? new JSONRPCTransport(null, card, found, List.of())
        : new RestTransport(null, card, found, List.of());
    return Map.of();
  }

  private Object result(JsonNode call) throws Exception {
    return switch (call.get("op").asText()) {
      case "get" -> transport.getTask(params(call, TaskQueryParams.class), null);
      case "cancel" -> transport.cancelTask(params(call, TaskIdParams.class), null);
      case "createPush" ->
          transport.setTaskPushNotificationConfiguration(params(call, TaskPushNotificationConfig.class), null);
      case "getPush" ->
          transport.getTaskPushNotificationConfiguration(params(call, GetTaskPushNotificationConfigParams.class), null);
      case "listPush" ->
          transport.listTaskPushNotificationConfigurations(params(call, ListTaskPushNotificationConfigParams.class), null);
      case "deletePush" -> {
        transport.deleteTaskPushNotificationConfigurations(
            params(call, DeleteTaskPushNotificationConfigParams.class), null);
        yield Map.of();
      }
      default -> throw new IllegalArgumentException("the SDK has no " + call.get("op"));
    };
  }

  private static <T> T params(JsonNode call, Class<T> type) throws JsonProcessingException {
    return JSON.treeToValue(call.get("params"), type);
  }

  /** Hands the events of one call on. The SDK tells the end of a stream in one binding only: here, the last event does. */
  private static final class Stream implements Consumer<StreamingEventKind> {
    private final JsonNode call;
    private final AtomicBoolean isOver = new AtomicBoolean();

    Stream(JsonNode call) { this.call = call; }

    @Override
    public void accept(StreamingEventKind event) {
      if (isOver.get()) return;
      say(call, "event", event);
      if (isLast(event)) end(null);
    }

    /** `error` is null at the end of a stream that held. */
    void end(Throwable error) {
      if (isOver.getAndSet(true)) return;
      if (error == null) {
        say(call, "end", true);
        return;
      }
      letConnectionClose();
      sayError(call, error);
    }

    /** The SDK leaves a refusal unread. The JDK then closes the connection, but may give it to a request before that. */
    private static void letConnectionClose() {
      try {
        Thread.sleep(200);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private static boolean isLast(StreamingEventKind event) {
      return event instanceof Message || event instanceof TaskStatusUpdateEvent update && update.isFinal()
          || event instanceof Task task && task.getStatus().state().isFinal();
    }
  }
}
