import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;

/** Answers each request with 100 bytes, on Vert.x with Netty's native epoll; ends with its standard input. */
final class VertxHello {
    public static void main(String[] arguments) throws Exception {
        Buffer body = Buffer.buffer(new byte[100]);
        Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
        HttpServer server = vertx.createHttpServer()
                .requestHandler(request ->
                        request.response().putHeader("Content-Type", "text/plain").end(body))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        if (!vertx.isNativeTransportEnabled()) {
            throw new IllegalStateException("Vert.x does not use the native transport", vertx.unavailableNativeTransportCause());
        }
        System.out.println("READY {\"port\":" + server.actualPort() + "}");
        while (System.in.read() >= 0) {}
        System.exit(0);
    }
}
