package dev.gearbox.protocols.broadcast;

import java.io.IOException;

/** The connection was closed because it did not read the messages of a {@link Broadcast} fast enough for the group's {@link SlowMemberPolicy}. */
public final class SlowMemberException extends IOException {
    private static final long serialVersionUID = 1;

    SlowMemberException(SlowMember member) {
        super("the peer reads too slowly: in " + member.slowFor().toMillis() + " ms " + member.untried()
                + " bytes of messages could not be passed on to it");
    }
}
