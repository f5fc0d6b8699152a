package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.origin.Lateness;
import dev.gearbox.origin.Page;
import dev.gearbox.origin.PageAnswer;
import java.time.Duration;
import java.util.Map;

/** One service: the same answer for every call, after a delay and perhaps with a fault, and the counters of its calls. */
final class Service {
    private static final int PIECE = 64 << 10;

    private final String name;
    private final Page page;
    private final ServicePlan plan;
    private final long seed;
    private final Lateness lateness;

    private long begun;
    private long finished;
    private long abandoned;
    private long mostOpen;

    Service(String name, Page page, ServicePlan plan, long seed, Lateness lateness) {
        this.name = name;
        this.page = page;
        this.plan = plan;
        this.seed = seed;
        this.lateness = lateness;
    }

    /** Answers a call, now or later; in a callback of its connection. */
    void answer(HttpExchange exchange) {
        Call call = new Call(exchange, name + "#" + begin());
        exchange.onClosed(_ -> call.end(false));
        Duration delay = plan.delay().of(call.key, seed);
        long due = System.nanoTime() + delay.toNanos();
        if (delay.isZero()) {
            call.send(due);
        } else {
            exchange.schedule(delay, () -> call.send(due));
        }
    }

    private synchronized long begin() {
        begun++;
        mostOpen = Math.max(mostOpen, open());
        return begun;
    }

    private synchronized void end(boolean asIntended) {
        if (asIntended) {
            finished++;
        } else {
            abandoned++;
        }
    }

    private long open() {
        return begun - finished - abandoned;
    }

    synchronized ServiceCounts counts() {
        return new ServiceCounts(begun, finished, abandoned, open(), mostOpen);
    }

    /** The counters as fields of JSON. */
    static Map<String, Long> fields(ServiceCounts counts) {
        return Map.of(
                "begun", counts.begun(),
                "finished", counts.finished(),
                "abandoned", counts.abandoned(),
                "open", counts.open(),
                "mostOpen", counts.mostOpen());
    }

    /** One call, which ends once. Only in callbacks of its connection. */
    private final class Call {
        private final HttpExchange exchange;
        private final String key;
        private boolean ended;

        Call(HttpExchange exchange, String key) {
            this.exchange = exchange;
            this.key = key;
        }

        void send(long due) {
            lateness.record(due);
            new PageAnswer(exchange, page, PIECE, _ -> 0).send(plan.faults().of(key, seed), () -> end(true));
        }

        void end(boolean asIntended) {
            if (!ended) {
                ended = true;
                Service.this.end(asIntended);
            }
        }
    }
}
