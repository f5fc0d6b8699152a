package dev.gearbox.protocols.broadcast;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.SharedBuffer;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A group of connections that receive the same messages, such as the members of a chat:
 *
 * <pre>{@code
 * Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
 * engine.listen(address, room.members(connection -> in -> room.send(in)), Options.DEFAULT);
 * }</pre>
 *
 * <p>A message is copied once, whatever the number of members ({@link SharedBuffer}), and no member waits for another. One whose unsent bytes exceed
 * its high-water mark is slow: the {@link SlowMemberPolicy} then decides for each message what happens.
 *
 * <p>The members may be connections of several engines and listeners. All methods may be called from any thread, also in callbacks of members.
 * Messages of one thread arrive in their order; those of several threads may reach two members in different orders.
 */
public final class Broadcast {
    private final Set<BroadcastMember> members = ConcurrentHashMap.newKeySet();
    private final SlowMemberPolicy policy;

    private Broadcast(SlowMemberPolicy policy) {
        this.policy = policy;
    }

    /** Creates a group without members. */
    public static Broadcast with(SlowMemberPolicy policy) {
        return new Broadcast(policy);
    }

    /**
     * Returns a protocol whose connections are members from before their session is opened until they are closed. Under TLS or an offload, this is the
     * inner protocol: {@code TlsServer.of(context, options, room.members(chat))}.
     */
    public Protocol members(Protocol protocol) {
        return connection -> {
            BroadcastMember member = new BroadcastMember(this, connection);
            members.add(member);
            try {
                Session session = protocol.open(connection);
                member.open(session);
                return member;
            } catch (Throwable failure) {
                member.leave();
                throw failure;
            }
        };
    }

    /**
     * Sends {@code data} to all members, as bytes: a protocol of lines or frames includes the ends or headers. The caller may reuse the buffer when this
     * method returns.
     *
     * @return false if a member was slow, so that the policy was asked
     */
    public boolean send(ByteBuffer data) {
        SharedBuffer shared = SharedBuffer.copyOf(data);
        data.position(data.limit());
        return send(shared);
    }

    /**
     * As {@link #send(ByteBuffer)}, for bytes that are sent to other groups too.
     *
     * @return as {@link #send(ByteBuffer)}
     */
    public boolean send(SharedBuffer data) {
        boolean all = true;
        for (BroadcastMember member : members) {
            all &= member.send(data);
        }
        return all;
    }

    /** Returns a snapshot of the members, in no order. */
    public Stream<Connection> connections() {
        return members.stream().map(BroadcastMember::connection);
    }

    /** Returns the number of members. */
    public int size() {
        return members.size();
    }

    SlowMemberPolicy policy() {
        return policy;
    }

    void remove(BroadcastMember member) {
        members.remove(member);
    }
}
