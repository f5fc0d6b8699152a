import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.net.InetAddress;

/** Answers each request with 100 bytes, on Helidon's virtual threads; ends with its standard input. */
final class HelidonHello {
    public static void main(String[] arguments) throws Exception {
        byte[] body = new byte[100];
        WebServer server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(0)
                .routing(routes -> routes.get(
                        "/", (_, response) -> response.header(HeaderNames.CONTENT_TYPE, "text/plain").send(body)))
                .build()
                .start();
        System.out.println("READY {\"port\":" + server.port() + "}");
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
