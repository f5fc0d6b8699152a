package dev.gearbox.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Protocol;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.testkit.memory.SplitInput;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ProtocolsTest {
    private final InMemoryEngine engine = new InMemoryEngine();

    @Test
    void everyNamedProtocolIsAnEcho() {
        byte[] input = {0, 0, 0, 2, 7, 8};
        for (Protocols.ProtocolInfo named : Protocols.all()) {
            String spec = named.name().equals("busy") ? "busy?millis=0" : named.name();
            assertThat(SplitInput.check(() -> Protocols.named(spec), input, 1))
                    .as(named.name())
                    .isEqualTo(input);
        }
    }

    @Test
    void wrongNamesListTheRightOnes() {
        assertThatThrownBy(() -> Protocols.named("ecko"))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("no protocol \"ecko\". Did you mean echo? Known: echo, frames, busy, direct");
        assertThatThrownBy(() -> Protocols.named("busy?milis=5"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("busy has no parameter \"milis\". It has: millis (integer from 0 to 3600000)");
        assertThatThrownBy(() -> Protocols.named("busy?kind=sleep"))
                .hasMessage("busy: kind cannot be \"sleep\". It takes: block or burn");
        assertThatThrownBy(() -> Protocols.named("busy?"))
                .hasMessage("\"busy?\" is no protocol: after the ? come name=value, joined by &");
        assertThatThrownBy(() -> Protocols.named("busy?millis=1&millis=2"))
                .hasMessage("\"busy?millis=1&millis=2\" sets millis twice");
    }

    @Test
    void framesHaveTheSizeThatWasAskedFor() {
        InMemoryConnection connection = engine.open(Protocols.named("frames?max=1"));
        connection.feed(new byte[] {0, 0, 0, 2}, 0, 4);
        assertThat(connection.closed()).isTrue();
    }

    /** Lower bounds only, which hold on the busiest machine. */
    @Test
    void businessTakesItsTimeOnOneConnectionInSoMany() {
        for (BusyEcho.Kind kind : BusyEcho.Kind.values()) {
            Duration time = Duration.ofMillis(20);
            Protocol business = new BusyEcho(kind, time, 2);
            assertThat(answer(business)).as(kind + ", the first").isGreaterThanOrEqualTo(time);
            assertThat(answer(business))
                    .as(kind + ", the second is a plain echo")
                    .isNotNull();
            assertThat(answer(business)).as(kind + ", the third").isGreaterThanOrEqualTo(time);
        }
        assertThatThrownBy(() -> new BusyEcho(BusyEcho.Kind.BLOCK, Duration.ZERO, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Duration answer(Protocol protocol) {
        InMemoryConnection connection = engine.open(protocol);
        long began = System.nanoTime();
        connection.feed(new byte[] {1}, 0, 1);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertThat(connection.output()).containsExactly(1);
        return took;
    }
}
