package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.BehaviourOutcome;
import dev.gearbox.testkit.fixture.Contract;
import java.nio.ByteBuffer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** A test that fails once in a thousand runs has to report everything it knows the first time. */
final class FailedBehaviourTest {
    @Test
    void it_tells_the_state_of_the_engines_connections() {
        Behaviour fails = Behaviour.of("fails while a connection does not read", stage -> {
            Peer peer = stage.peer(stage.listen(connection -> {
                connection.pause();
                connection.write(ByteBuffer.wrap(new byte[3]));
                return data -> data.position(data.limit());
            }));
            peer.receive(3);
            Assert.that(false, "as it is to");
        });
        BehaviourOutcome outcome = Contract.play("selector", fails, 1);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        BehaviourOutcome.Failed.class,
                        failed -> assertThat(failed.why())
                                .cause()
                                .hasMessage("as it is to")
                                .extracting(
                                        Throwable::getSuppressed, InstanceOfAssertFactories.array(Throwable[].class))
                                .anySatisfy(
                                        state -> assertThat(state)
                                                .hasMessageStartingWith("selector: ")
                                                // The peer may have the bytes before the loop has counted them.
                                                .hasMessageFindingMatch(
                                                        ": open; input open, paused; output open, [03] bytes unsent; driven by selector")));
    }
}
