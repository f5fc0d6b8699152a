package dev.gearbox.load.plan;

import dev.gearbox.load.Generator;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.LoadReport;
import java.time.Duration;

/** Short plans for tests. */
public final class Plans {
    public static final Step CONNECT = new Step.Connect();
    public static final Step CLOSE = new Step.Close();
    public static final Step ECHO = new Step.Expect(new Expectation.Echo());

    /** The seed of all tests; printed with every failure as part of the plan. */
    static final long SEED = Long.getLong("gearbox.seed", 42);

    private Plans() {}

    public static Step send(String text) {
        return new Step.Send(new Payload.Text(text));
    }

    public static Step send(int bytes) {
        return new Step.Send(new Payload.Bytes(bytes));
    }

    static Step.Send frames(int frames, int bytes) {
        return new Step.Send(new Payload.Frames(frames, bytes));
    }

    public static Step pause(long millis) {
        return Step.Pause.of(Duration.ofMillis(millis));
    }

    public static Script ping(int bytes) {
        return Script.of(CONNECT, Step.Repeat.forever(send(bytes), ECHO));
    }

    public static LoadPlan plan(int port, Script script, Arrivals arrivals) {
        return plan(port, script, arrivals, 50, 300, 10_000);
    }

    public static LoadPlan plan(int port, Script script, Arrivals arrivals, long warmUp, long measure, long timeout) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                script,
                arrivals,
                Duration.ofMillis(warmUp),
                Duration.ofMillis(measure),
                Duration.ofMillis(timeout),
                SEED);
    }

    public static LoadReport run(LoadPlan plan) throws InterruptedException {
        return Generator.run(plan, GeneratorListener.NONE);
    }
}
