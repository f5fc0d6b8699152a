package dev.gearbox.studies.fanoutgateway.server;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.GatewayFailure;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import dev.gearbox.studies.fanoutgateway.style.Style;
import java.lang.System.Logger.Level;
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
 * wait for all places: until the last deadline, and a moment for threads that are interrupted by it.
 */
public final class Gateway implements AutoCloseable {
    private static final Pattern ROUTE = Pattern.compile("/users/(\\d{1,9})/overview");
    private static final System.Logger LOG = System.getLogger("dev.gearbox.gateway");

    /** For threads to notice that they are interrupted. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Style style;
    private final Limits limits;
    private final Duration grace;
    private final Semaphore places;
    private final ExecutorService threads;
    private volatile boolean closing;

    /** Creates a gateway. The style belongs to the caller. */
    public Gateway(Style style, Limits limits) {
        this(style, limits, GRACE);
    }

    /** @param grace how long after its deadline a request may keep its place when the gateway is closed, and how long again after an interruption */
    Gateway(Style style, Limits limits, Duration grace) {
        this.style = style;
        this.limits = limits;
        this.grace = grace;
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
        if (closing || !places.tryAcquire()) {
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
                    try {
                        send(reply, json, failure);
                    } finally {
                        places.release();
                    }
                });
                yield overview;
            }
            case BlockingStyle blocking -> {
                ReplyDeadline deadline = ReplyDeadline.in(limits.deadline());
                BlockingRequest request = new BlockingRequest(() -> blocking.overview(user, deadline), places::release);
                var _ = request.whenComplete((json, failure) -> send(reply, json, failure));
                threads.execute(request);
                yield request;
            }
        };
    }

    /** A server may be unable to reply, because its client has disconnected meanwhile; the request gives its place back even so. */
    private static void send(Consumer<Reply> reply, byte @Nullable [] json, @Nullable Throwable failure) {
        try {
            reply.accept(reply(json, failure));
        } catch (RuntimeException unsent) {
            LOG.log(Level.DEBUG, "a reply could not be sent", unsent);
        }
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

    /**
     * Refuses further requests, waits until those under way are answered, which they are by their deadlines, and ends its threads. It interrupts requests
     * that keep their places for longer, and logs how many they are; a thread that takes no notice is left behind.
     */
    @Override
    public void close() {
        LateRequests found = end();
        if (found.late > 0) {
            LOG.log(Level.WARNING, found.words());
        }
    }

    /**
     * What closing found.
     *
     * @param late requests that had not ended in time, and were interrupted
     * @param left those of them that have not ended even so
     */
    record LateRequests(int late, int left) {
        String words() {
            return late + (late == 1 ? " request" : " requests") + " did not end by the deadline and "
                    + (late == 1 ? "was" : "were") + " interrupted; "
                    + (left == 0 ? "none goes on" : left + (left == 1 ? " goes on" : " go on"));
        }
    }

    LateRequests end() {
        closing = true;
        if (allPlacesFree(limits.deadline().plus(grace))) {
            threads.close();
            return new LateRequests(0, 0);
        }
        int late = open();
        for (Runnable queued : threads.shutdownNow()) {
            if (queued instanceof BlockingRequest request) {
                // It has not begun, and does not begin now, but gives its place back.
                request.cancel(true);
                request.run();
            }
        }
        return new LateRequests(late, allPlacesFree(grace) ? 0 : open());
    }

    /** A caller whose thread is interrupted does not want to wait. */
    private boolean allPlacesFree(Duration within) {
        try {
            return places.tryAcquire(limits.requests(), within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
