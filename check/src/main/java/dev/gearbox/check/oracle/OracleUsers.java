package dev.gearbox.check.oracle;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.Step;

/** What the users of an {@link OracleServer} do after an answer. The generator has two ways of driving connections, and each kind of user exercises one. */
public enum OracleUsers {
    /** They keep their connections. */
    STAY(""),
    /** They close them, and connect for the next request: chains of io_uring where it is available. */
    RECONNECT(", users who reconnect");

    private final String suffix;

    OracleUsers(String suffix) {
        this.suffix = suffix;
    }

    /** Returns what a check's title ends with. */
    public String suffix() {
        return suffix;
    }

    Script script(Arrivals arrivals) {
        Step connect = new Step.Connect();
        Step send = new Step.Send(new Payload.Bytes(Oracle.BYTES));
        Step expect = new Step.Expect(new Expectation.Echo());
        if (this == RECONNECT) {
            return Script.of(connect, send, expect, new Step.Close());
        }
        return arrivals instanceof Arrivals.Closed
                ? Script.of(connect, Step.Repeat.forever(send, expect))
                : Script.of(connect, send, expect);
    }
}
