package dev.gearbox.load.plan;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A script compiled to flat arrays of operations, which a connection executes with a program counter and a few loop counters, so that requests do not
 * allocate. Waiting for the start or for an arrival is an operation too ({@link #START}, {@link #IDLE}).
 *
 * <pre>
 * closed, keeps its connection     CONNECT START steps... JUMP to the first step
 * closed, closes it                START CONNECT steps... CLOSE JUMP to START
 * open, keeps its connection       CONNECT prelude... IDLE steps... JUMP to IDLE     an arrival goes on from IDLE
 * open, closes it                  CONNECT steps... CLOSE FINISHED                   an arrival begins at the top
 * </pre>
 */
public final class Program {
    public static final byte CONNECT = 0;
    /** Waits for the user's turn in the staggered start; later passes do not wait. */
    public static final byte START = 1;
    /** Waits for an arrival. */
    public static final byte IDLE = 2;
    /** Sends payload {@link #first}; {@link #second} is the index of the expectation that it arms, or -1. A payload of -1 only arms. */
    public static final byte SEND = 3;
    /** Waits until the armed expectation is met. */
    public static final byte AWAIT = 4;

    /** Pauses for {@link #nanos} and a random part of {@link #spread}. */
    public static final byte PAUSE = 5;
    /** Sets loop counter {@link #first} to {@link #second}. */
    public static final byte LOOP = 6;
    /** Decrements loop counter {@link #second} and jumps to {@link #first} unless the counter is exhausted. */
    public static final byte AGAIN = 7;

    public static final byte JUMP = 8;
    /** Closes the connection; with a reset if {@link #first} is not 0. */
    public static final byte CLOSE = 9;

    public static final byte FINISHED = 10;
    /** Sets loop counter {@link #first} to the time {@link #nanos} from now. */
    public static final byte PERIOD = 11;
    /** Jumps to {@link #first} unless the time in loop counter {@link #second} has come. */
    public static final byte WITHIN = 12;

    private final byte[] ops;
    private final int[] firsts;
    private final int[] seconds;
    private final long[] nanos;
    private final long[] spreads;
    private final int loops;
    private final boolean persistent;
    private final List<Payload> payloads;
    private final List<Expectation> expectations;
    private final List<Integer> expectedPayloads;

    private final int[] backgroundEntries;
    private final boolean[] backgroundPersistent;

    private Program(ProgramBuilder builder, boolean persistent, List<Background> background) {
        backgroundEntries = new int[background.size()];
        backgroundPersistent = new boolean[background.size()];
        for (int i = 0; i < background.size(); i++) {
            backgroundEntries[i] = builder.length;
            backgroundPersistent[i] = builder.closed(background.get(i).script());
        }
        ops = Arrays.copyOf(builder.ops, builder.length);
        firsts = Arrays.copyOf(builder.firsts, builder.length);
        seconds = Arrays.copyOf(builder.seconds, builder.length);
        nanos = Arrays.copyOf(builder.nanos, builder.length);
        spreads = Arrays.copyOf(builder.spreads, builder.length);
        loops = builder.loops;
        payloads = List.copyOf(builder.payloads);
        expectations = List.copyOf(builder.expectations);
        expectedPayloads = List.copyOf(builder.expectedPayloads);
        this.persistent = persistent;
    }

    public static Program compile(Script script, Arrivals arrivals) {
        return compile(script, arrivals, List.of());
    }

    /** The programs of background users follow that of the script: {@link #backgroundEntry}. */
    public static Program compile(Script script, Arrivals arrivals, List<Background> background) {
        return arrivals instanceof Arrivals.Closed
                ? compileClosed(script, background)
                : compileOpen(script, background);
    }

    static Program compileClosed(Script script, List<Background> background) {
        var builder = new ProgramBuilder();
        boolean keeps = builder.closed(script);
        return new Program(builder, keeps, background);
    }

    static Program compileOpen(Script script) {
        return compileOpen(script, List.of());
    }

    private static Program compileOpen(Script script, List<Background> background) {
        List<Step> steps = script.steps();
        var builder = new ProgramBuilder();
        if (!keepsItsConnection(steps)) {
            if (endless(steps).isPresent()) {
                throw new BadPlanException(
                        "script: an arrival that reconnects forever never ends; leave out the endless repeat");
            }
            builder.steps(steps);
            builder.emit(FINISHED, 0, 0, 0);
            return new Program(builder, false, background);
        }
        Optional<Step.Repeat> endless = endless(steps);
        List<Step> prelude = endless.isPresent() ? steps.subList(0, steps.indexOf(endless.get())) : steps.subList(0, 1);
        List<Step> body = endless.isPresent() ? endless.get().steps() : steps.subList(1, steps.size());
        if (body.isEmpty()) {
            throw new BadPlanException(
                    "script: nothing to do for an arrival; add steps after connect, or use a closed loop");
        }
        builder.steps(prelude);
        int idle = builder.length;
        builder.emit(IDLE, 0, 0, 0);
        builder.steps(body);
        builder.emit(JUMP, idle, 0, 0);
        return new Program(builder, true, background);
    }

    /** Returns the mean pause over which the users of a closed loop spread their starts, so that their requests are evenly spaced; zero without a pause. */
    public static Duration firstPause(List<Step> steps) {
        for (Step step : steps) {
            Duration found = switch (step) {
                case Step.Pause pause -> pause.mean();
                case Step.Repeat repeat -> firstPause(repeat.steps());
                case Step.RepeatFor repeat -> firstPause(repeat.steps());
                default -> Duration.ZERO;
            };
            if (!found.isZero()) {
                return found;
            }
        }
        return Duration.ZERO;
    }

    private static Optional<Step.Repeat> endless(List<Step> steps) {
        return steps.stream()
                .filter(Step.Repeat.class::isInstance)
                .map(Step.Repeat.class::cast)
                .filter(repeat -> repeat.times().isEmpty())
                .findFirst();
    }

    /** Returns whether a script is still connected where it starts over: at its end, or at the beginning of its endless repeat. */
    static boolean keepsItsConnection(List<Step> steps) {
        boolean connected = false;
        for (Step step : steps) {
            switch (step) {
                case Step.Connect() -> connected = true;
                case Step.Close(), Step.Abort(), Step.Expect(Expectation.End()) -> connected = false;
                case Step.Repeat repeat
                when repeat.times().isEmpty() -> {
                    return connected;
                }
                default -> {}
            }
        }
        return connected;
    }

    /** Returns the number of operations. */
    public int length() {
        return ops.length;
    }

    public byte op(int pc) {
        return ops[pc];
    }

    public int first(int pc) {
        return firsts[pc];
    }

    public int second(int pc) {
        return seconds[pc];
    }

    public long nanos(int pc) {
        return nanos[pc];
    }

    /** Returns by how much the longest pause exceeds {@link #nanos}, the shortest; in nanoseconds. */
    public long spread(int pc) {
        return spreads[pc];
    }

    /** Returns whether the next request from this position is one in which the peer speaks first. */
    public boolean isSpokenToFrom(int pc) {
        int next = pc;
        while (next < ops.length && ops[next] != SEND) {
            next++;
        }
        return next < ops.length && firsts[next] < 0;
    }

    /** Returns the number of requests that an arrival sends at once. */
    public int framesOfAnArrival() {
        int next = 0;
        while (next < ops.length && ops[next] != IDLE) {
            next++;
        }
        next = next < ops.length ? next : 0;
        while (next < ops.length && ops[next] != SEND) {
            next++;
        }
        return next < ops.length && firsts[next] >= 0
                ? payloads.get(firsts[next]).frames()
                : 1;
    }

    /** Returns the number of loop counters that a connection needs. */
    public int loops() {
        return loops;
    }

    /** Returns whether connections stay open after a pass through the script. */
    public boolean persistent() {
        return persistent;
    }

    /** Returns the position where the users of a background group begin. */
    public int backgroundEntry(int group) {
        return backgroundEntries[group];
    }

    /** Returns whether the connections of a background group stay open after a pass through its script. */
    public boolean backgroundPersistent(int group) {
        return backgroundPersistent[group];
    }

    List<Payload> payloads() {
        return payloads;
    }

    List<Expectation> expectations() {
        return expectations;
    }

    /** Returns the index of the payload whose echo is expectation {@code index}. */
    int payloadEchoed(int index) {
        return expectedPayloads.get(index);
    }
}
