package dev.gearbox.load.plan;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.run;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.Generator;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
    private static final TalkServer.Talk ANSWERS = socket -> {
        byte[] part = new byte[10_000];
        for (int n = socket.getInputStream().read(part);
                n > 0;
                n = socket.getInputStream().read(part)) {
            socket.getOutputStream().write(part, 0, n);
        }
    };

    private static void assertAllAccountedFor(LoadReport report) {
        assertThat(report.response().count()).isEqualTo(report.service().count() + report.censored());
        assertThat(report.service().count() + report.failed()).isLessThanOrEqualTo(report.started());
        assertThat(report.started())
                .isLessThanOrEqualTo(report.service().count() + report.failed() + report.censored());
    }

    @Test
    void everyRequestIsCountedOnce() throws Exception {
        var asked = new AtomicInteger();
        try (var server = new OneSelectorEcho(asked::incrementAndGet)) {
            LoadReport report = run(plan(server.port(), ping(64), new Arrivals.Closed(10), 0, 300, 10_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.connections()).isEqualTo(10);
            assertThat(report.waiting()).isZero();
            assertThat(report.service().count()).isEqualTo(asked.get()).isEqualTo(report.started());
            assertThat(report.lag().count()).isEqualTo(report.started());
            assertThat(report.answered()).isBetween(report.started() - 10, report.started());
            assertAllAccountedFor(report);
        }
    }

    @Test
    void usersStartEvenlyOverTheFirstPause() throws Exception {
        int users = 20;
        var firsts = new ConcurrentLinkedQueue<Long>();
        TalkServer.Talk talk = socket -> {
            byte[] request = socket.getInputStream().readNBytes(5);
            firsts.add(System.nanoTime());
            socket.getOutputStream().write(request);
            ANSWERS.on(socket);
        };
        var begin = new AtomicLong();
        var listener = new GeneratorListener() {
            @Override
            public void warming() {
                begin.set(System.nanoTime());
            }
        };
        var script =
                Script.of(CONNECT, Step.Repeat.forever(send("hello"), ECHO, pause(400), send("bye"), ECHO, pause(400)));
        try (var server = new TalkServer(talk)) {
            LoadReport report =
                    Generator.run(plan(server.port(), script, new Arrivals.Closed(users), 400, 800, 10_000), listener);
            assertThat(report.errors()).isEmpty();
            assertAllAccountedFor(report);
            // One in each pause: two fit in the window. Slow answers move some out of it, none into it.
            assertThat(report.started()).isBetween((long) users, users * 2L);
        }
        List<Long> times =
                firsts.stream().map(time -> time - begin.get()).sorted().toList();
        assertThat(times).hasSize(users);
        for (int i = 0; i < users; i++) {
            // A busy machine delays them; they are never early.
            assertThat(times.get(i)).as("user %d", i).isGreaterThanOrEqualTo(400_000_000L * i / users);
        }
    }

    @Test
    void theResponseOfAPausedUserIsFromTheEndOfItsPause() throws Exception {
        try (var server = new TalkServer(ANSWERS)) {
            var script = Script.of(CONNECT, Step.Repeat.forever(send("hello"), ECHO, pause(50)));
            LoadReport report = Generator.run(
                    plan(server.port(), script, new Arrivals.Closed(4), 50, 600, 10_000), stallAfterMeasuring(200));
            // The generator did not run when pauses ended: that shows in response and lag, not in service.
            assertThat(report.lag().max()).isGreaterThan(100_000_000);
            assertThat(report.response().max())
                    .isGreaterThanOrEqualTo(report.lag().max() / 1000 * 999);
            assertThat(report.valid()).isFalse();
            assertThat(report.reasons()).anyMatch(reason -> reason.startsWith("lag p99"));
        }
    }

    /** Keeps the generator's thread busy with something else when the window has begun. */
    static GeneratorListener stallAfterMeasuring(long millis) {
        return new GeneratorListener() {
            @Override
            public void measuring() {
                long end = System.nanoTime() + millis * 1_000_000;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
            }
        };
    }

    @Test
    void connectionsAreMadeAnew() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            var script = Script.of(CONNECT, send("hello"), ECHO, CLOSE);
            LoadReport report = run(plan(server.port(), script, new Arrivals.Closed(5), 50, 300, 10_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.connects()).isBetween(report.started() - 5, report.started() + 5);
            assertThat(report.connect().count()).isEqualTo(report.connects());
            assertThat(report.effort().sources()).isEqualTo(16);
            assertAllAccountedFor(report);
        }
    }

    @Test
    void aScriptWithoutAnyWaitLetsOthersIn() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            LoadReport report =
                    run(plan(server.port(), Script.of(CONNECT, CLOSE), new Arrivals.Closed(3), 0, 200, 10_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.connects()).isGreaterThan(3);
            assertThat(report.started()).isZero();
        }
    }

    @Test
    void connectionsThatAreNeverServedWaitAndAreNoErrors() throws Exception {
        var pool = new Semaphore(5);
        TalkServer.Talk talk = socket -> {
            pool.acquireUninterruptibly();
            try {
                ANSWERS.on(socket);
            } finally {
                pool.release();
            }
        };
        try (var server = new TalkServer(talk)) {
            // Their timeout has passed twice, but others are answered.
            LoadReport report = run(plan(server.port(), ping(64), new Arrivals.Closed(25), 100, 1_400, 700));
            assertThat(report.errors()).isEmpty();
            assertThat(report.waiting()).isEqualTo(20);
            assertThat(report.connections()).isEqualTo(25);
            assertThat(report.censored()).isEqualTo(20);
            assertThat(report.response().max()).as("with their age").isGreaterThan(1_400_000_000);
            assertThat(report.service().count()).isPositive();
        }
    }

    @Test
    void aServerThatNeverAnswersTimesOut() throws Exception {
        TalkServer.Talk talk = socket -> socket.getInputStream().readNBytes(Integer.MAX_VALUE);
        try (var server = new TalkServer(talk)) {
            LoadReport report = run(plan(server.port(), ping(64), new Arrivals.Closed(3), 0, 500, 100));
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.TIMEOUT);
            assertThat(report.errors(ErrorKind.TIMEOUT).inWindow()).isGreaterThanOrEqualTo(3);
            assertThat(report.answered()).isZero();
            assertThat(report.waiting()).isZero();
            assertThat(report.censored())
                    .isGreaterThanOrEqualTo(report.errors(ErrorKind.TIMEOUT).inWindow());
            assertThat(report.response().quantile(0)).isGreaterThan(0);
        }
    }

    @Test
    void anAnsweredConnectionThatFallsSilentTimesOut() throws Exception {
        TalkServer.Talk talk = socket -> {
            for (int i = 0; i < 10; i++) {
                socket.getOutputStream().write(socket.getInputStream().readNBytes(64));
            }
            socket.getInputStream().readNBytes(Integer.MAX_VALUE);
        };
        try (var server = new TalkServer(talk)) {
            LoadReport report = run(plan(server.port(), ping(64), new Arrivals.Closed(2), 0, 700, 400));
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.TIMEOUT);
            // On a busy machine an answer before the silence may be late, too.
            assertThat(report.errors(ErrorKind.TIMEOUT).first())
                    .containsPattern("request ([2-9]|10|11), 0 of 64 bytes answered");
            assertThat(report.answered()).isPositive();
            assertAllAccountedFor(report);
        }
    }

    @Test
    void nobodyListensAndNobodySpins() throws Exception {
        int port;
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = server.getLocalPort();
        }
        LoadReport report = run(plan(port, ping(64), new Arrivals.Closed(2), 0, 400, 100));
        assertThat(report.errors()).containsOnlyKeys(ErrorKind.REFUSED);
        LoadReport.Errors refused = report.errors(ErrorKind.REFUSED);
        assertThat(refused.first()).containsPattern("connection [12], connecting: .*refused");
        // 1.5 s of connecting and measuring; 100 ms doubled each time allow 5 attempts of each user.
        assertThat(refused.inWindow() + refused.before()).isBetween(4L, 2 * 5L);
        assertThat(report.answered()).isZero();
        assertThat(report.connections()).isZero();
    }

    @Test
    void anUnknownHostIsABadPlan() {
        var plan = Plans.plan(1, ping(64), new Arrivals.Closed(1));
        var nowhere = new LoadPlan(
                "no.such.host.invalid",
                1,
                plan.script(),
                plan.arrivals(),
                plan.warmUp(),
                plan.measure(),
                plan.timeout(),
                1);
        assertThatThrownBy(() -> run(nowhere))
                .isInstanceOf(BadPlanException.class)
                .hasMessage("host: \"no.such.host.invalid\" has no address");
    }

    @Test
    void anInterruptEndsTheRun() throws IOException {
        try (var server = new TalkServer(ANSWERS)) {
            var plan = plan(server.port(), ping(64), new Arrivals.Closed(2), 0, 600_000, 1000);
            var listener = new GeneratorListener() {
                @Override
                public void measuring() {
                    Thread.currentThread().interrupt();
                }
            };
            assertThatThrownBy(() -> Generator.run(plan, listener)).isInstanceOf(InterruptedException.class);
        }
    }
}
