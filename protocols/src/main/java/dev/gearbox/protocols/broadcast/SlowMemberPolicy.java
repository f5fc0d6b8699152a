package dev.gearbox.protocols.broadcast;

/**
 * Decides what happens to a message for a member of a {@link Broadcast} that is slow. For example, a member may lag by ten seconds or a megabyte:
 *
 * <pre>{@code
 * member -> member.slowFor().toSeconds() > 10 || member.untried() > 1 << 20 ? Action.CLOSE : Action.WAIT
 * }</pre>
 */
@FunctionalInterface
public interface SlowMemberPolicy {
    /** What happens to a message. */
    enum Action {
        /** This member does not receive it. */
        DROP,
        /** It is sent when the member can take more, after those that wait already. There is no other bound on their number than the policy. */
        WAIT,
        /** The member's connection is {@linkplain dev.gearbox.core.Connection#abort() reset}, so that nothing waits for it, with a {@link SlowMemberException}. */
        CLOSE
    }

    /** Slow members miss messages. */
    SlowMemberPolicy DROP = member -> Action.DROP;

    /** Messages wait for slow members, without a bound: for members that are trusted. */
    SlowMemberPolicy WAIT = member -> Action.WAIT;

    /** Slow members are closed, with a reset. */
    SlowMemberPolicy CLOSE = member -> Action.CLOSE;

    /** Called on the sender's thread for each message that a slow member cannot take; must not block. An exception is thrown to the sender. */
    Action onSlow(SlowMember member);
}
