package dev.gearbox.studies.pageindexer.client;

import dev.gearbox.core.model.Parameter;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchFailures;
import dev.gearbox.studies.pageindexer.fetch.FetchLimits;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageClient;
import dev.gearbox.studies.pageindexer.fetch.PageHandler;
import dev.gearbox.studies.pageindexer.fetch.TooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * OkHttp, asynchronously: a blocking thread for each call, behind a dispatcher.
 *
 * <pre>
 *   fetch ── enqueue ──▶ dispatcher ──▶ a thread of its cached pool: connects, writes, reads, parses, calls back
 * </pre>
 *
 * <p>The dispatcher's limits (64 calls, 5 per host) are raised to the number of concurrent fetches, as its documentation recommends for many fetches from
 * few hosts; so is the number of connections kept alive. The threads are those of its cached pool, or virtual ones. {@code callTimeout} is a deadline for
 * the whole call once it runs.
 *
 * <p>{@code retryOnConnectionFailure} stays enabled: it retries if a kept-alive connection turns out to be closed, and without it every server that closes
 * after a response without announcing it (HTTP/1.0) costs a page.
 */
final class OkHttpPages implements PageClient {
    static final ClientModel MODEL = ClientModel.of(
            "okhttp",
            "OkHttp: each call occupies a blocking thread of its dispatcher's cached pool",
            "OkHttp 5.5, Call.enqueue with the dispatcher's limits raised",
            OkHttpPages::new,
            new Parameter.Choice(
                    "executor",
                    List.of("own", "virtual"),
                    "own",
                    "threads for calls: its cached pool, or virtual threads"));

    private static final int PIECE = 16 << 10;

    private final FetchLimits limits;
    private final ExecutorService threads;
    private final OkHttpClient client;

    private OkHttpPages(Parameters parameters, FetchLimits limits) {
        this.limits = limits;
        threads = parameters.word("executor").equals("virtual")
                ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("okhttp-", 0).factory());
        Dispatcher dispatcher = new Dispatcher(threads);
        dispatcher.setMaxRequests(limits.atOnce());
        dispatcher.setMaxRequestsPerHost(limits.atOnce());
        client = new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(limits.atOnce(), 1, TimeUnit.MINUTES))
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(limits.connect())
                .readTimeout(Duration.ZERO)
                .callTimeout(limits.whole())
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(true)
                .build();
    }

    @Override
    public void fetch(URI page, PageHandler handler) {
        // Without Accept-Encoding it would request gzip, unlike the others.
        Request request = new Request.Builder()
                .url(page.toString())
                .header("User-Agent", FetchLimits.USER_AGENT)
                .header("Accept-Encoding", "identity")
                .build();
        client.newCall(request).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, IOException thrown) {
                handler.failed(FetchFailures.of(thrown));
            }

            @Override
            public void onResponse(Call call, Response response) {
                FetchedPage fetched;
                try (response) {
                    fetched = read(page, call, response);
                } catch (IOException thrown) {
                    handler.failed(FetchFailures.of(thrown));
                    return;
                }
                handler.fetched(fetched);
            }
        });
    }

    private FetchedPage read(URI page, Call call, Response response) throws IOException {
        BoundedBody body = new BoundedBody(limits.bodyBytes());
        body.announced(response::header);
        InputStream content = response.body().byteStream();
        byte[] piece = new byte[PIECE];
        for (int count = content.read(piece); count >= 0; count = content.read(piece)) {
            try {
                body.add(ByteBuffer.wrap(piece, 0, count));
            } catch (TooLargeException tooLarge) {
                call.cancel(); // otherwise closing continues to read for a while, to reuse the connection
                throw tooLarge;
            }
        }
        return FetchedPage.of(page, response.code(), response::header, body.toArray());
    }

    @Override
    public void close() {
        client.dispatcher().cancelAll();
        threads.shutdownNow();
        client.connectionPool().evictAll();
    }
}
