package schemagate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.a2a.spec.DataPart;
import io.a2a.spec.Part;
import io.a2a.spec.TextPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the agent does, as in agents/behaviour.mjs; "slow" works for one second here. */
final class Behaviour {
  static final String HELLO = "Name two contestants: A vs B";
  static final String QUESTION = "Who shall fight instead?";
  static final AtomicInteger calls = new AtomicInteger();
  private static final Map<String, Integer> WORK_SECONDS = Map.of("slow", 1, "endless", 60);
  private static final Map<String, CountDownLatch> canceled = new ConcurrentHashMap<>();

  /** The first contestant chooses what happens. */
  record Contest(String a, String b) {
    private Map<String, Object> outcome() {
      Map<String, Object> outcome = new LinkedHashMap<>();
      outcome.put("winner", b);
      outcome.put("probability", a.equals("invalid") ? 1.5 : 0.65);
      outcome.put("explanation", b + " comes after " + a + ".");
      return outcome;
    }

    String text() {
      try {
        return new ObjectMapper().writeValueAsString(outcome());
      } catch (JsonProcessingException error) {
        throw new IllegalStateException(error);
      }
    }

    /** The parts of the artifact, one per streamed chunk. */
    List<Part<?>> artifactParts() {
      String text = text();
      return switch (a) {
        case "data" -> List.of(new DataPart(outcome()));
        case "chunks" ->
            List.of(new TextPart(text.substring(0, 9)), new TextPart(text.substring(9, 30)), new TextPart(text.substring(30)));
        case "fenced" -> List.of(new TextPart("Here you are:\n\n```json\n" + text + "\n```\n"));
        case "prose" -> List.of(new TextPart(b + " would win."));
        default -> List.of(new TextPart(text));
      };
    }
  }

  /** The contestants that a message names. */
  static Optional<Contest> contestOf(List<Part<?>> parts) {
    for (Part<?> part : parts) {
      if (part instanceof DataPart data && data.getData().get("a") instanceof String a
          && data.getData().get("b") instanceof String b) {
        return Optional.of(new Contest(a, b));
      }
      if (part instanceof TextPart text && text.getText().split(" vs ").length == 2) {
        String[] names = text.getText().split(" vs ");
        return Optional.of(new Contest(names[0], names[1]));
      }
    }
    return Optional.empty();
  }

  static void begin(String task) {
    calls.incrementAndGet();
    canceled.put(task, new CountDownLatch(1));
  }

  /** Waits until the fight is over; false when it was canceled. */
  static boolean isFinished(String task, Contest contest) {
    try {
      return !canceled.get(task).await(WORK_SECONDS.getOrDefault(contest.a(), 0), TimeUnit.SECONDS);
    } catch (InterruptedException error) {
      return false;
    }
  }

  static void cancel(String task) {
    CountDownLatch running = canceled.remove(task);
    if (running != null) running.countDown();
  }

  private Behaviour() {}
}
