package dev.gearbox.protocols.broadcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.protocols.broadcast.SlowMemberPolicy.Action;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BroadcastTest {
    private static final Options OPTIONS = Options.DEFAULT.withWater(100, 10);

    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<String> callbacks = new ArrayList<>();
    private final List<@Nullable Throwable> causes = new ArrayList<>();

    private InMemoryConnection join(Broadcast room) {
        return engine.open(
                room.members(connection -> new Session() {
                    @Override
                    public void received(ByteBuffer in) {
                        room.send(in);
                    }

                    @Override
                    public void writable() {
                        callbacks.add("writable");
                    }

                    @Override
                    public boolean closing() {
                        callbacks.add("closing");
                        return true;
                    }

                    @Override
                    public void closed(@Nullable Throwable cause) {
                        callbacks.add("closed");
                        causes.add(cause);
                    }
                }),
                OPTIONS);
    }

    private static byte[] message(int number, int length) {
        byte[] bytes = new byte[length];
        java.util.Arrays.fill(bytes, (byte) number);
        return bytes;
    }

    private static boolean send(Broadcast room, int number, int length) {
        return room.send(ByteBuffer.wrap(message(number, length)));
    }

    /** The messages of these numbers, each of this length. */
    private static byte[] messages(int length, int... numbers) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int number : numbers) {
            all.writeBytes(message(number, length));
        }
        return all.toByteArray();
    }

    @Test
    void allMembersReceiveWhatOneSends() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        List<InMemoryConnection> members = List.of(join(room), join(room), join(room));
        members.getFirst().feed(new byte[] {1, 2}, 0, 2);
        members.forEach(InMemoryConnection::step);
        assertThat(members).allSatisfy(member -> assertThat(member.output()).containsExactly(1, 2));
        assertThat(room.size()).isEqualTo(3);
        assertThat(room.connections())
                .containsExactlyInAnyOrderElementsOf(engine.connections().toList());
    }

    @Test
    void aClosedConnectionIsNoMember() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        InMemoryConnection leaving = join(room);
        join(room);
        leaving.end();
        assertThat(room.size()).isOne();
        assertThat(send(room, 1, 5)).isTrue();
        assertThatThrownBy(() -> room.members(connection -> {
                            throw new IllegalStateException("planted");
                        })
                        .open(room.connections().findFirst().orElseThrow()))
                .hasMessage("planted");
        assertThat(room.size()).as("a session that was not opened").isOne();
    }

    @Test
    void theMessageMayBeUsedAgain() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        InMemoryConnection member = join(room);
        ByteBuffer data = ByteBuffer.wrap(new byte[] {1, 2});
        room.send(data);
        assertThat(data.hasRemaining()).isFalse();
        data.put(0, (byte) 9);
        member.step();
        assertThat(member.output()).containsExactly(1, 2);
    }

    @Test
    void aSlowMemberMissesWhatIsDropped() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.DROP);
        InMemoryConnection slow = join(room);
        InMemoryConnection fast = join(room);
        slow.takes(offered -> 0);
        for (int number = 1; number <= 6; number++) {
            assertThat(send(room, number, 40)).as("message " + number).isEqualTo(number <= 3);
            slow.step();
            fast.step();
        }
        slow.takes(offered -> offered);
        assertThat(send(room, 7, 40)).isTrue();
        slow.step();
        fast.step();
        assertThat(slow.output()).isEqualTo(messages(40, 1, 2, 3, 7));
        assertThat(fast.output()).isEqualTo(messages(40, 1, 2, 3, 4, 5, 6, 7));
        assertThat(callbacks).containsExactly("writable");
    }

    @Test
    void messagesWaitForASlowMemberInOrder() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.WAIT);
        InMemoryConnection slow = join(room);
        slow.takes(offered -> 0);
        int[] numbers = new int[50];
        for (int number = 0; number < numbers.length; number++) {
            numbers[number] = number;
            send(room, number, 40);
            slow.step();
        }
        assertThat(slow.output()).isEmpty();
        // A little at a time: some messages still wait when more are sent.
        for (int number = 0; number < 20; number++) {
            int[] once = {60};
            slow.takes(offered -> {
                int taken = Math.min(offered, once[0]);
                once[0] -= taken;
                return taken;
            });
            slow.step();
        }
        send(room, 50, 40);
        slow.takes(offered -> offered);
        slow.step();
        send(room, 51, 40);
        slow.step();
        byte[] expected = java.util.Arrays.copyOf(messages(40, numbers), 52 * 40);
        System.arraycopy(messages(40, 50, 51), 0, expected, 50 * 40, 80);
        assertThat(slow.output()).isEqualTo(expected);
        assertThat(causes).isEmpty();
    }

    @Test
    void aSlowMemberIsResetWithAReason() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        InMemoryConnection slow = join(room);
        slow.takes(offered -> 0);
        send(room, 1, 101);
        slow.step();
        assertThat(send(room, 2, 30)).isFalse();
        assertThat(room.size()).isZero();
        slow.step();
        assertThat(slow.aborted()).as("it is reset").isTrue();
        assertThat(causes).hasSize(1);
        assertThat(causes.getFirst())
                .isInstanceOf(SlowMemberException.class)
                .hasMessageMatching(
                        "the peer reads too slowly: in \\d+ ms 30 bytes of messages could not be passed on to it");
    }

    @Test
    void thePolicySeesTimeAndBytesAndMayChangeItsMind() {
        List<SlowMember> asked = new ArrayList<>();
        Broadcast room = Broadcast.with(member -> {
            asked.add(member);
            return member.untried() > 100 ? Action.CLOSE : member.untried() > 50 ? Action.DROP : Action.WAIT;
        });
        InMemoryConnection slow = join(room);
        Connection connection = room.connections().findFirst().orElseThrow();
        for (int round = 0; round < 2; round++) {
            asked.clear();
            slow.takes(offered -> 0);
            send(room, 1, 101);
            slow.step();
            send(room, 2, 30);
            send(room, 3, 30);
            assertThat(asked).extracting(SlowMember::untried).containsExactly(30L, 60L);
            assertThat(asked).extracting(SlowMember::connection).containsOnly(connection);
            assertThat(asked.get(1).slowFor())
                    .isGreaterThanOrEqualTo(asked.get(0).slowFor());
            // The message that waits is sent; the one that was dropped is not. From here on it is not slow any more.
            slow.takes(offered -> offered);
            slow.step();
        }
        byte[] once = java.util.Arrays.copyOf(message(1, 101), 131);
        System.arraycopy(message(2, 30), 0, once, 101, 30);
        byte[] twice = java.util.Arrays.copyOf(once, 262);
        System.arraycopy(once, 0, twice, 131, 131);
        assertThat(slow.output()).isEqualTo(twice);
    }

    @Test
    void aMemberPassesEachCallbackOn() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        InMemoryConnection member = engine.open(room.members(connection -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                in.position(in.limit());
            }

            @Override
            public boolean ended() {
                callbacks.add("ended");
                return true;
            }

            @Override
            public boolean closing() {
                callbacks.add("closing");
                return true;
            }
        }));
        member.end();
        assertThat(member.closed()).isFalse();
        engine.connections().forEach(Connection::close);
        member.step();
        assertThat(member.closed()).isTrue();
        assertThat(callbacks).containsExactly("ended", "closing");
    }
}
