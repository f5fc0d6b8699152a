package dev.gearbox.studies.fanoutgateway.server;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import dev.gearbox.studies.fanoutgateway.style.Style;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for every style and server: finds the user in the path, admits a request while there is a place, ends it at its deadline or when it
 * is no longer wanted, and turns whatever comes out into a {@link Reply}.
 *
 * <pre>
 *   answer --> place free? -- no --> 503
 *                 | yes
 *                 |-- AsyncStyle ------> returns; the reply comes from the style's thread
 *                 '-- BlockingStyle ---> a pooled or a virtual thread; the reply comes from it
 * </pre>
 *
 * A request keeps its place until its thread is free again, which may be later than its reply. So the queue of the pool is bounded, and to stop is to
 * wait for all places.
 */
public final class Gateway implements AutoCloseable {
    private static final Pattern ROUTE = Pattern.compile("/users/(\\d{1,9})/overview");

    private final Style style;
    private final Limits limits;
    private final Semaphore places;
    private final ExecutorService threads;

    /** Creates a gateway. The style belongs to the caller. */
    public Gateway(Style style, Limits limits) {
        this.style = style;
        this.limits = limits;
        places = new Semaphore(limits.requests());
        boolean pooled = style instanceof BlockingStyle blocking
                && blocking.requestThreads() == BlockingStyle.RequestThreads.POOLED;
        threads = pooled
                ? Executors.newFixedThreadPool(
                        limits.threads(),
                        Thread.ofPlatform().name("request-", 0).factory())
                : Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("request-", 0).factory());
    }

    /**
     * Answers a request, now or later; never blocks.
     *
     * @param target the path as it was sent
     * @param reply called once, on any thread, possibly before this method returns
     * @return ends the work if its reply is no longer wanted
     */
    public Cancellable answer(String method, String target, Consumer<Reply> reply) {
        Matcher route = ROUTE.matcher(target);
        if (!route.matches()) {
            reply.accept(Reply.notFound(target));
            return () -> {};
        }
        if (!method.equals("GET")) {
            reply.accept(Reply.methodNotAllowed(method));
            return () -> {};
        }
        if (!places.tryAcquire()) {
            reply.accept(Reply.failure(GatewayFailure.overloaded()));
            return () -> {};
        }
        CompletableFuture<byte[]> overview = begin(Integer.parseInt(route.group(1)), reply);
        overview.orTimeout(limits.deadline().toNanos(), TimeUnit.NANOSECONDS);
        return () -> overview.cancel(true);
    }

    private CompletableFuture<byte[]> begin(int user, Consumer<Reply> reply) {
        return switch (style) {
            case AsyncStyle async -> {
                CompletableFuture<byte[]> overview = async.overview(user);
                var _ = overview.whenComplete((json, failure) -> {
                    reply.accept(reply(json, failure));
                    places.release();
                });
                yield overview;
            }
            case BlockingStyle blocking -> {
                ReplyDeadline deadline = ReplyDeadline.in(limits.deadline());
                BlockingRequest request = new BlockingRequest(() -> blocking.overview(user, deadline), places::release);
                var _ = request.whenComplete((json, failure) -> reply.accept(reply(json, failure)));
                threads.execute(request);
                yield request;
            }
        };
    }

    private static Reply reply(byte @Nullable [] json, @Nullable Throwable failure) {
        return json != null ? Reply.overview(json) : Reply.failure(GatewayFailure.of(Objects.requireNonNull(failure)));
    }

    /** Returns the time from the arrival of a request to its answer, at most. */
    public Duration deadline() {
        return limits.deadline();
    }

    /** Returns how many requests have a place. */
    public int open() {
        return limits.requests() - places.availablePermits();
    }

    /** Refuses further requests, waits until those under way are answered, which they are by their deadlines, and ends its threads. */
    @Override
    public void close() {
        places.acquireUninterruptibly(limits.requests());
        threads.close();
    }
}
