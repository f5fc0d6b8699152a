package dev.gearbox.studies.fanoutgateway.chat;

import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The subject's JVM of the workloads {@code chat} and {@code waiting-polls}: {@code --row NAME}, and what the lab adds: {@code --protocol chat --port 0}. Exit
 * code 2 and one line on standard error: the arguments are invalid; 1: no port can be bound.
 */
public final class ChatMain {
    private static final Map<String, Supplier<WaitingPolls>> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("chat-async", AsyncPolls::new);
        ROWS.put(
                "chat-virtual",
                () -> new ThreadPolls(Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("poll-", 0).factory())));
        ROWS.put(
                "chat-platform",
                () -> new ThreadPolls(Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("poll-", 0).factory())));
    }

    private ChatMain() {}

    /** Returns the names of the rows, in the order of the table. */
    public static List<String> rows() {
        return List.copyOf(ROWS.keySet());
    }

    /** Makes a row. */
    static WaitingPolls row(String name) {
        return Objects.requireNonNull(ROWS.get(name), name).get();
    }

    /**
     * Serves.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (given.size() != 6
                || !given.get(0).equals("--row")
                || !ROWS.containsKey(given.get(1))
                || !given.subList(2, 6).equals(List.of("--protocol", "chat", "--port", "0"))) {
            System.err.println("takes --row NAME --protocol chat --port 0, with one of " + String.join(", ", rows())
                    + "; not " + String.join(" ", arguments));
            System.exit(2);
            return;
        }
        try {
            ChatServer server = new ChatServer(row(given.get(1)));
            SubjectConsole.serve(server.port(), Map.of("row", given.get(1)), () -> Map.of("waiting", server.waiting()));
        } catch (IOException failed) {
            System.err.println("cannot listen: " + failed.getMessage());
            System.exit(1);
        }
    }
}
