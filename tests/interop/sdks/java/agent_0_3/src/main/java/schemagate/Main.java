package schemagate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/**
 * An agent of a2a-java 0.3: VERSION BINDING [URL]; the version is always 0.3. Both bindings are there, the card names one,
 * at the URL where it is given, else at the agent's own.
 */
@QuarkusMain
public class Main implements QuarkusApplication {
  static String url;  // in the card
  static String binding;
  private static String own;

  public static void main(String... args) throws Exception {
    binding = args[1];
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    own = "http://127.0.0.1:" + port;
    url = args.length > 2 ? args[2] : own;
    System.setProperty("quarkus.http.port", Integer.toString(port));
    Quarkus.run(Main.class);
  }

  /** Answers the harness: one JSON value per line, until its input ends. */
  @Override
  public int run(String... args) throws Exception {
    ObjectMapper json = new ObjectMapper();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      JsonNode call = json.readTree(line);
      Object id = call.get("id").asInt();
      System.out.println(json.writeValueAsString(call.get("op").asText().equals("url")
          ? Map.of("id", id, "url", own) : Map.of("id", id, "calls", Behaviour.calls.get())));
    }
    return 0;
  }
}
