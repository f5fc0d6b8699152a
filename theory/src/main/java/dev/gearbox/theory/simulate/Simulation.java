package dev.gearbox.theory.simulate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * One simulation: the clock jumps from event to event. Each request has at most one event to come, so the requests themselves are queued by time; requests that
 * wait for a thread or a core have none.
 *
 * <pre>
 *                                             .---- slice ends, others are ready ----.
 *                                             v                                      |
 *  arrive ---> queue of the thread ---> queue of the cores ---> compute on a core ---+---> wait ---> done
 *                   ^                         ^                                              |
 *                   |                         '----- the wait blocked its thread ------------+
 *                   '----------------------------- it gave its thread back ------------------'
 * </pre>
 *
 * With a selector in front of a pool a request passes the first two queues twice: it is dispatched on the selector's thread, and served on one of the pool.
 */
final class Simulation {
    /** With a selector in front of a pool: the queue of the pool, and that of the selector. */
    private static final int POOL = 0;

    private static final int SELECTOR = 1;
    private final SimulatedServer server;
    private final Overheads overheads;
    private final Demand demand;
    private final Task task;
    private final SplittableRandom arrivals;
    private final SplittableRandom origins;
    private final SplittableRandom times;
    private final PriorityQueue<SimulatedRequest> events = new PriorityQueue<>();
    private final Queue<SimulatedRequest>[] waitingForThread;
    private final int[] freeThreads;
    private final Queue<SimulatedRequest> ready = new ArrayDeque<>();
    private final ConnectionOrder connections = new ConnectionOrder();

    private int freeCores;
    private long scheduled;
    private double now;
    private double computed;
    private int threads;
    private int mostThreads;

    Simulation(SimulatedServer server, Demand demand, Task task, long seed) {
        this.server = server;
        overheads = server.overheads();
        this.demand = demand;
        this.task = task;
        SplittableRandom random = new SplittableRandom(seed);
        arrivals = random.split();
        origins = random.split();
        times = random.split();
        freeCores = server.cores();
        int queues = switch (server.threads()) {
            case Threads.Reactors(int loops) -> loops;
            case Threads.SelectorPool _ -> 2;
            case Threads.Pool _, Threads.PerRequest _ -> 1;
        };
        waitingForThread = queues(queues);
        freeThreads = new int[queues];
        Arrays.fill(
                freeThreads,
                switch (server.threads()) {
                    case Threads.PerRequest() -> Integer.MAX_VALUE;
                    case Threads.Pool(int size) -> size;
                    case Threads.Reactors(int _) -> 1;
                    case Threads.SelectorPool(int size) -> size;
                });
        if (server.threads() instanceof Threads.SelectorPool) {
            freeThreads[SELECTOR] = 1;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of generic queues
    private static Queue<SimulatedRequest>[] queues(int count) {
        Queue<SimulatedRequest>[] queues = new Queue[count];
        Arrays.setAll(queues, _ -> new ArrayDeque<>());
        return queues;
    }

    /** Runs until so many requests have ended. The first ones are not counted. */
    SimulatedRun run(int uncounted, int counted) {
        begin();
        double[] responses = new double[counted];
        double began = 0;
        double computedBefore = 0;
        for (int done = 0; done < uncounted + counted; ) {
            SimulatedRequest request = events.remove();
            now = request.due;
            if (happens(request)) {
                if (done >= uncounted) {
                    responses[done - uncounted] = now - request.arrived;
                }
                done++;
                if (done == uncounted) {
                    began = now;
                    computedBefore = computed;
                }
                next(request);
            }
        }
        double seconds = now - began;
        return new SimulatedRun(
                responses, seconds, (computed - computedBefore) / seconds / server.cores(), mostThreads);
    }

    private void begin() {
        switch (demand) {
            case Demand.Open open -> comes(open);
            case Demand.Closed(int users, RandomTime pause) -> {
                for (int user = 0; user < users; user++) {
                    schedule(new SimulatedRequest(user), pause.draw(arrivals));
                }
            }
        }
    }

    /** Lets the next request of an open loop come. */
    private void comes(Demand.Open open) {
        double gap = -StrictMath.log1p(-arrivals.nextDouble()) / open.rate();
        schedule(new SimulatedRequest((origins.nextInt() & Integer.MAX_VALUE) % open.connections()), gap);
    }

    /** After an answer the user of a closed loop pauses, and a connection of an open one has its next request served. */
    private void next(SimulatedRequest request) {
        switch (demand) {
            case Demand.Closed(int _, RandomTime pause) -> {
                request.phase = SimulatedRequest.Phase.PAUSE;
                schedule(request, pause.draw(arrivals));
            }
            case Demand.Open _ -> {
                SimulatedRequest next = connections.answered(request);
                if (next != null) {
                    next.follows = true;
                    start(next);
                }
            }
        }
    }

    private void schedule(SimulatedRequest request, double after) {
        request.due = now + after;
        request.order = scheduled++;
        events.add(request);
    }

    /** The event of a request: returns whether the request is done. */
    private boolean happens(SimulatedRequest request) {
        if (request.waking) {
            request.waking = false;
            needCore(request);
            return false;
        }
        return switch (request.phase) {
            case PAUSE -> {
                arrive(request);
                yield false;
            }
            case DISPATCH -> {
                if (!computes(request)) {
                    giveThread(request);
                    request.queue = POOL;
                    serve(request);
                }
                yield false;
            }
            case BEFORE -> {
                if (!computes(request)) {
                    request.phase = SimulatedRequest.Phase.WAIT;
                    if (!task.blocks()) {
                        giveThread(request);
                    }
                    schedule(request, request.wait);
                }
                yield false;
            }
            case WAIT -> {
                boolean done = request.after == 0;
                request.phase = SimulatedRequest.Phase.AFTER;
                request.left = request.after;
                if (!done && task.blocks()) {
                    needCore(request);
                } else if (!done) {
                    needThread(request);
                } else if (task.blocks()) {
                    giveThread(request);
                }
                yield done;
            }
            case AFTER -> {
                boolean done = !computes(request);
                if (done) {
                    giveThread(request);
                }
                yield done;
            }
        };
    }

    private void arrive(SimulatedRequest request) {
        if (demand instanceof Demand.Open open) {
            comes(open);
        }
        request.arrived = now;
        request.before = task.before().draw(times);
        request.wait = task.waiting().draw(times);
        request.after = task.after().draw(times);
        if (demand instanceof Demand.Open && connections.waits(request)) {
            return;
        }
        start(request);
    }

    private void start(SimulatedRequest request) {
        if (server.threads() instanceof Threads.SelectorPool) {
            request.phase = SimulatedRequest.Phase.DISPATCH;
            request.left = overheads.dispatch().seconds();
            request.queue = SELECTOR;
            needThread(request);
        } else {
            request.queue = request.origin % freeThreads.length;
            serve(request);
        }
    }

    private void serve(SimulatedRequest request) {
        request.phase = SimulatedRequest.Phase.BEFORE;
        request.left = request.before;
        if (request.wait == 0) {
            // It does not leave its core in between.
            request.phase = SimulatedRequest.Phase.AFTER;
            request.left += request.after;
        }
        needThread(request);
    }

    private void needThread(SimulatedRequest request) {
        int queue = request.queue;
        if (freeThreads[queue] > 0) {
            freeThreads[queue]--;
            threads++;
            mostThreads = Math.max(mostThreads, threads);
            if (request.follows && server.threads() instanceof Threads.PerRequest) {
                needCore(request);
            } else {
                wake(request);
            }
        } else {
            waitingForThread[queue].add(request);
        }
    }

    /** Its thread was idle. */
    private void wake(SimulatedRequest request) {
        Overheads.WakeUp wake = request.phase == SimulatedRequest.Phase.DISPATCH
                ? overheads.dispatch().wake()
                : overheads.wake();
        request.left += freeCores > 0 ? wake.idleSeconds() : wake.busySeconds();
        if (wake.delaySeconds() > 0) {
            request.waking = true;
            schedule(request, wake.delaySeconds());
        } else {
            needCore(request);
        }
    }

    private void giveThread(SimulatedRequest request) {
        int queue = request.queue;
        SimulatedRequest next = waitingForThread[queue].poll();
        if (next == null) {
            freeThreads[queue]++;
            threads--;
        } else {
            needCore(next);
        }
    }

    private void needCore(SimulatedRequest request) {
        if (freeCores > 0) {
            freeCores--;
            compute(request);
        } else {
            ready.add(request);
        }
    }

    private void compute(SimulatedRequest request) {
        request.slice = Math.min(request.left, server.sliceSeconds());
        schedule(request, request.slice);
    }

    /** The end of a slice: returns whether the request still has to compute. Its core goes to the next one that is ready. */
    private boolean computes(SimulatedRequest request) {
        computed += request.slice;
        request.left -= request.slice;
        boolean more = request.left > 0;
        if (more) {
            if (!ready.isEmpty()) {
                request.left += overheads.switchSeconds();
            }
            ready.add(request);
        }
        SimulatedRequest next = ready.poll();
        if (next == null) {
            freeCores++;
        } else {
            compute(next);
        }
        return more;
    }
}
