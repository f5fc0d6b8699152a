package dev.gearbox.load.plan;

import java.util.List;

/**
 * Tracks the state of a connection through a script, so that a script that could only fail (sends before it connects, waits for an echo of nothing) is
 * rejected when it is read, instead of causing ten thousand errors. If a script expects anything, every send has its own expect: only then can answers be
 * distinguished.
 */
final class ScriptCheck {
    private final boolean expects;
    private boolean connected;
    private int connects;

    private ScriptCheck(boolean expects) {
        this.expects = expects;
    }

    static void check(List<Step> steps) {
        if (steps.isEmpty() || !(steps.getFirst() instanceof Step.Connect)) {
            throw new BadPlanException("a script begins with connect");
        }
        var check = new ScriptCheck(expects(steps));
        boolean endless = check.interpreter(steps, "", true);
        if (check.connected && !endless && check.connects > 1) {
            throw new BadPlanException("a script that connects more than once ends with close");
        }
    }

    static boolean expects(List<Step> steps) {
        return steps.stream()
                .anyMatch(step -> step instanceof Step.Expect
                        || (step instanceof Step.Repeat repeat && expects(repeat.steps()))
                        || (step instanceof Step.RepeatFor phase && expects(phase.steps())));
    }

    /** Returns whether the steps never end. */
    private boolean interpreter(List<Step> steps, String place, boolean top) {
        boolean endless = false;
        boolean open = false;
        int frames = 1;
        for (int i = 0; i < steps.size(); i++) {
            String at = place + "step " + (i + 1);
            Step step = steps.get(i);
            require(
                    !open || step instanceof Step.Expect || step instanceof Step.Pause,
                    at,
                    "the send before it has no expect");
            switch (step) {
                case Step.Connect() -> {
                    require(!connected, at, "connect: is connected already");
                    connected = true;
                    connects++;
                }
                case Step.Close() -> {
                    require(connected, at, "close: is not connected");
                    connected = false;
                }
                case Step.Abort() -> {
                    require(connected, at, "abort: is not connected");
                    connected = false;
                }
                case Step.Send(Payload payload) -> {
                    require(connected, at, "send: is not connected");
                    open = expects;
                    frames = payload.frames();
                }
                case Step.Expect(Expectation.End _) -> {
                    require(connected, at, "expect: is not connected");
                    require(!open, at, "the send before it has no expect");
                    connected = false;
                }
                case Step.Expect(Expectation answer) -> {
                    require(connected, at, "expect: is not connected");
                    require(
                            !open || frames == 1 || answer instanceof Expectation.Echo,
                            at,
                            "expect: only an echo can distinguish the answers to several frames");
                    boolean greeting =
                            !(answer instanceof Expectation.Echo) && i > 0 && steps.get(i - 1) instanceof Step.Connect;
                    require(
                            open || greeting,
                            at,
                            "expect: nothing was sent (only a greeting, right after connect, needs no send)");
                    open = false;
                }
                case Step.Pause _ -> {}
                case Step.Repeat repeat -> {
                    if (repeat.times().isEmpty()) {
                        endless = true;
                        boolean last = i == steps.size() - 1
                                || (i == steps.size() - 2
                                        && (steps.getLast() instanceof Step.Close
                                                || steps.getLast() instanceof Step.Abort));
                        require(
                                top && last,
                                at,
                                "repeat: without times it never ends: only close or abort may follow, and it cannot be nested");
                    }
                    repeated(repeat.steps(), at);
                }
                case Step.RepeatFor repeat -> repeated(repeat.steps(), at);
            }
        }
        require(!open, place + "step " + steps.size(), "the last send has no expect");
        return endless;
    }

    private void repeated(List<Step> steps, String at) {
        boolean before = connected;
        interpreter(steps, at + ", ", false);
        require(before == connected, at, "repeat: must leave the connection as it found it, open or closed");
    }

    private static void require(boolean condition, String at, String message) {
        if (!condition) {
            throw new BadPlanException(at + ": " + message);
        }
    }
}
