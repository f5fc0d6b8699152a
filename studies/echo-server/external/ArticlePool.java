import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The blocking server of an article that compares it with NIO, written anew after its description: an acceptor and a pool of five; one message for each
 * connection. Its faults are the article's, and kept:
 * a connection is never closed after its answer, so that a socket of each client stays behind; the end of the stream ends a pool thread with an exception;
 * one failed accept ends the server; a message in two pieces is answered in part.
 */
final class ArticlePool {
    private ArticlePool() {}

    public static void main(String[] arguments) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(5);
        // As in the article, the length of the accept queue is the default: 50.
        try (ServerSocket server =
                new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getByName("127.0.0.1"))) {
            while (true) {
                Socket accepted = server.accept();
                pool.execute(() -> answer(accepted));
            }
        }
    }

    private static void answer(Socket accepted) {
        try {
            Reader in = new InputStreamReader(accepted.getInputStream(), StandardCharsets.US_ASCII);
            char[] message = new char[64];
            int length = in.read(message);
            Writer out = new OutputStreamWriter(accepted.getOutputStream(), StandardCharsets.US_ASCII);
            out.write(message, 0, length);
            out.flush();
        } catch (IOException lost) {
            System.err.println(lost.getMessage());
            try {
                accepted.close();
            } catch (IOException again) {
                System.err.println(again.getMessage());
            }
        }
    }
}
