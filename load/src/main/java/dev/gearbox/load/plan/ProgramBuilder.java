package dev.gearbox.load.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Compiles steps to the operations of a {@link Program}. Used once, by one thread. */
final class ProgramBuilder {
    byte[] ops = new byte[16];
    int[] firsts = new int[16];
    int[] seconds = new int[16];
    long[] nanos = new long[16];
    long[] spreads = new long[16];
    int length;
    int loops;
    final List<Payload> payloads = new ArrayList<>();
    final List<Expectation> expectations = new ArrayList<>();
    final List<Integer> expectedPayloads = new ArrayList<>();

    /** Compiles a closed loop; returns whether its connection stays open after a pass. */
    boolean closed(Script script) {
        boolean keeps = Program.keepsItsConnection(script.steps());
        int top;
        if (keeps) {
            emit(Program.CONNECT, 0, 0, 0);
            emit(Program.START, 0, 0, 0);
            top = length;
            steps(script.steps().subList(1, script.steps().size()));
        } else {
            top = length;
            emit(Program.START, 0, 0, 0);
            steps(script.steps());
        }
        if (length == top) {
            // Connects and does nothing more until the end of the run.
            emit(Program.PAUSE, 0, 0, DurationLimits.LONGEST.toNanos());
        }
        emit(Program.JUMP, top, 0, 0);
        return keeps;
    }

    int emit(byte op, int first, int second, long duration) {
        if (length == ops.length) {
            ops = Arrays.copyOf(ops, 2 * length);
            firsts = Arrays.copyOf(firsts, 2 * length);
            seconds = Arrays.copyOf(seconds, 2 * length);
            nanos = Arrays.copyOf(nanos, 2 * length);
            spreads = Arrays.copyOf(spreads, 2 * length);
        }
        ops[length] = op;
        firsts[length] = first;
        seconds[length] = second;
        nanos[length] = duration;
        return length++;
    }

    void steps(List<Step> steps) {
        int openSend = -1;
        for (Step step : steps) {
            switch (step) {
                case Step.Connect() -> emit(Program.CONNECT, 0, 0, 0);
                case Step.Close() -> emit(Program.CLOSE, 0, 0, 0);
                case Step.Abort() -> emit(Program.CLOSE, 1, 0, 0);
                case Step.Pause(Duration min, Duration max) -> {
                    int pc = emit(Program.PAUSE, 0, 0, min.toNanos());
                    spreads[pc] = max.minus(min).toNanos();
                }
                case Step.Send(Payload payload) -> {
                    payloads.add(payload);
                    openSend = emit(Program.SEND, payloads.size() - 1, -1, 0);
                }
                case Step.Expect(Expectation answer) -> {
                    if (openSend < 0) {
                        openSend = emit(Program.SEND, -1, -1, 0);
                    }
                    expectations.add(answer);
                    expectedPayloads.add(firsts[openSend]);
                    // Armed by the send, because the answer to a long payload begins while the payload is still
                    // being sent.
                    seconds[openSend] = expectations.size() - 1;
                    emit(Program.AWAIT, 0, 0, 0);
                    openSend = -1;
                }
                case Step.Repeat repeat -> repeat(repeat);
                case Step.RepeatFor(Duration length, List<Step> repeated) -> {
                    int counter = loops++;
                    emit(Program.PERIOD, counter, 0, length.toNanos());
                    int top = this.length;
                    steps(repeated);
                    emit(Program.WITHIN, top, counter, 0);
                }
            }
        }
    }

    private void repeat(Step.Repeat repeat) {
        if (repeat.times().isEmpty()) {
            int top = length;
            steps(repeat.steps());
            emit(Program.JUMP, top, 0, 0);
        } else {
            int counter = loops++;
            emit(Program.LOOP, counter, repeat.times().getAsInt(), 0);
            int top = length;
            steps(repeat.steps());
            emit(Program.AGAIN, top, counter, 0);
        }
    }
}
