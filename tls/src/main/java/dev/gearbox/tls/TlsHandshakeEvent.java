package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.tls.Handshakes.Outcome;
import javax.net.ssl.SSLSession;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Records a handshake, from the first step to its outcome. The JDK's own event, jdk.TLSHandshake, has only those that completed, and no duration. */
@Name("gearbox.TlsHandshake")
@Label("TLS Handshake")
@Category("Gearbox")
@Description("A TLS handshake: the time from the opening of the connection until its outcome")
@StackTrace(false)
final class TlsHandshakeEvent extends Event {
    private static final TlsHandshakeEvent PROBE = new TlsHandshakeEvent();

    @Label("Side")
    @Description("Server or client, as its name in stats and logs")
    String side = "";

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("Outcome")
    @Description("COMPLETED, FAILED, TIMED_OUT or REFUSED, because too many were under way")
    String outcome = "";

    @Label("Message")
    @Description("The exception, unless it completed")
    @Nullable
    String message;

    @Label("Version")
    @Description("The version of TLS, if it completed")
    @Nullable
    String version;

    @Label("Cipher Suite")
    @Description("The cipher suite, if it completed")
    @Nullable
    String cipherSuite;

    private TlsHandshakeEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. */
    static @Nullable TlsHandshakeEvent started() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        TlsHandshakeEvent event = new TlsHandshakeEvent();
        event.begin();
        return event;
    }

    /** Ends the event. */
    void over(Tls tls, Connection secured, Outcome how, @Nullable Throwable reason, RecordLayer records) {
        end();
        if (shouldCommit()) {
            side = tls.toString();
            connection = secured.toString();
            outcome = how.name();
            message = reason == null ? null : reason.toString();
            if (how == Outcome.COMPLETED) {
                SSLSession session = records.handshake().session();
                version = session.getProtocol();
                cipherSuite = session.getCipherSuite();
            }
            commit();
        }
    }
}
