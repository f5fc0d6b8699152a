package dev.gearbox.load;

import java.time.Duration;

/** Short plans for tests. */
final class Plans {
    static final Step CONNECT = new Step.Connect();
    static final Step CLOSE = new Step.Close();
    static final Step ECHO = new Step.Expect(new Expectation.Echo());

    /** Of all tests; printed with every failure as part of the plan. */
    static final long SEED = Long.getLong("gearbox.seed", 42);

    private Plans() {}

    static Step send(String text) {
        return new Step.Send(new Payload.Text(text));
    }

    static Step send(int bytes) {
        return new Step.Send(new Payload.Bytes(bytes));
    }

    static Step.Send frames(int frames, int bytes) {
        return new Step.Send(new Payload.Frames(frames, bytes));
    }

    static Step pause(long millis) {
        return new Step.Pause(Duration.ofMillis(millis));
    }

    static Script ping(int bytes) {
        return Script.of(CONNECT, Step.Repeat.forever(send(bytes), ECHO));
    }

    static LoadPlan plan(int port, Script script, Arrivals arrivals) {
        return plan(port, script, arrivals, 50, 300, 10_000);
    }

    static LoadPlan plan(int port, Script script, Arrivals arrivals, long warmUp, long measure, long timeout) {
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

    static LoadReport run(LoadPlan plan) throws InterruptedException {
        return Generator.run(plan, GeneratorListener.NONE);
    }
}
