package dev.gearbox.engines.all;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.protocols.time.TimeoutOptions;
import dev.gearbox.protocols.time.Timeouts;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Wiring;
import dev.gearbox.testkit.contract.DecoratorContract;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The guarantees of a session also hold with time-outs that are not exceeded, on every engine. */
@OneOfEachModel
class TimeoutsContractTest extends DecoratorContract {
    TimeoutsContractTest() {
        super(new TimeoutsWiring());
    }

    private static final class TimeoutsWiring implements Wiring {
        /** More than any behaviour takes; the timers are set, and moved by shifts, but do not close anything. */
        private static final Duration LONG = Conditions.LIMIT.multipliedBy(10);

        private final TimeoutOptions options =
                TimeoutOptions.NONE.withIdle(LONG).withRead(LONG).withWrite(LONG);

        @Override
        public Protocol server(Protocol protocol) {
            return Timeouts.of(options, protocol);
        }

        @Override
        public CompletionStage<Connection> connect(
                Engine engine, SocketAddress address, Protocol protocol, Options socket) {
            return engine.connect(address, Timeouts.of(options, protocol), socket);
        }
    }
}
