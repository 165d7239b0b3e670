package schemagate;

import io.a2a.server.PublicAgentCard;
import io.a2a.server.agentexecution.AgentExecutor;
import io.a2a.server.agentexecution.RequestContext;
import io.a2a.server.events.EventQueue;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentSkill;
import io.a2a.spec.Artifact;
import io.a2a.spec.Message;
import io.a2a.spec.Part;
import io.a2a.spec.Task;
import io.a2a.spec.TaskArtifactUpdateEvent;
import io.a2a.spec.TaskState;
import io.a2a.spec.TaskStatus;
import io.a2a.spec.TaskStatusUpdateEvent;
import io.a2a.spec.TextPart;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The agent's card and what it does. */
@ApplicationScoped
public class Agent {
  @Produces
  @PublicAgentCard
  public AgentCard card() {
    return new AgentCard.Builder()
        .name("Fight agent").description("Tells who would win.").version("1.0.0").protocolVersion("0.3.0")
        .url(Main.url).preferredTransport(Main.binding)
        .capabilities(new AgentCapabilities.Builder().streaming(true).pushNotifications(false).build())
        .defaultInputModes(List.of("text/plain", "application/json")).defaultOutputModes(List.of("text/plain"))
        .skills(List.of(new AgentSkill.Builder().id("fight-comparison").name("Fight Comparison")
            .description("Compares.").tags(List.of("fight")).build()))
        .build();
  }

  @Produces
  public AgentExecutor executor() {
    return new AgentExecutor() {
      @Override
      public void execute(RequestContext context, EventQueue queue) {
        Agent.execute(context, queue);
      }

      @Override
      public void cancel(RequestContext context, EventQueue queue) {
        Behaviour.cancel(context.getTaskId());
        enter(context, queue, TaskState.CANCELED, true, null);
      }
    };
  }

  private static void execute(RequestContext context, EventQueue queue) {
    String task = context.getTaskId();
    Behaviour.begin(task);
    Optional<Behaviour.Contest> named = Behaviour.contestOf(context.getMessage().getParts());
    if (named.isEmpty() || named.get().a().equals("message")) {
      queue.enqueueEvent(message(context, null, named.map(Behaviour.Contest::text).orElse(Behaviour.HELLO)));
      return;
    }
    Behaviour.Contest contest = named.get();
    if (context.getTask() == null) {
      queue.enqueueEvent(new Task.Builder().id(task).contextId(context.getContextId())
          .history(context.getMessage()).status(status(TaskState.SUBMITTED, null)).build());
    }
    enter(context, queue, TaskState.WORKING, false, null);
    if (!Behaviour.isFinished(task, contest)) return;
    if (contest.a().equals("ask")) {
      enter(context, queue, TaskState.INPUT_REQUIRED, true, message(context, task, Behaviour.QUESTION));
      return;
    }
    List<Part<?>> parts = contest.artifactParts();
    for (int index = 0; index < parts.size(); ++index) {
      queue.enqueueEvent(new TaskArtifactUpdateEvent.Builder().taskId(task).contextId(context.getContextId())
          .artifact(new Artifact.Builder().artifactId("outcome").name("Outcome").parts(parts.get(index)).build())
          .append(index > 0).lastChunk(index == parts.size() - 1).build());
    }
    enter(context, queue, TaskState.COMPLETED, true, null);
  }

  private static Message message(RequestContext context, String task, String text) {
    return new Message.Builder().messageId(UUID.randomUUID().toString()).role(Message.Role.AGENT)
        .contextId(context.getContextId()).taskId(task).parts(new TextPart(text)).build();
  }

  private static TaskStatus status(TaskState state, Message note) {
    return new TaskStatus(state, note, OffsetDateTime.now(ZoneOffset.UTC));
  }

  private static void enter(RequestContext context, EventQueue queue, TaskState state, boolean isFinal, Message note) {
    queue.enqueueEvent(new TaskStatusUpdateEvent.Builder().taskId(context.getTaskId()).contextId(context.getContextId())
        .status(status(state, note)).isFinal(isFinal).build());
  }
}
