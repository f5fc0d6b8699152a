package dev.gearbox.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** Which exception is which cause. What engines report is tested by the contract. */
class CloseCauseTest {
    private static CloseCause failed(Throwable failure) {
        return CloseCause.of(failure, false);
    }

    private static CloseCause thrown(Throwable failure) {
        return CloseCause.of(failure, true);
    }

    private static final class KnownFailure extends IllegalStateException implements CloseCause.Known {
        private static final long serialVersionUID = 1;

        @Override
        public CloseCause closeCause() {
            return CloseCause.IDLE_TIMEOUT;
        }
    }

    @Test
    void exceptionsOfCore() {
        assertThat(failed(new ConnectionResetException(new IOException("Broken pipe"))))
                .isEqualTo(CloseCause.RESET);
        assertThat(failed(new BacklogOverflowException("planted"))).isEqualTo(CloseCause.OVERFLOW);
        assertThat(failed(new UnreadOverflowException("planted"))).isEqualTo(CloseCause.OVERFLOW);
        assertThat(failed(new EngineClosedException("planted"))).isEqualTo(CloseCause.ENGINE_CLOSED);
    }

    @Test
    void exceptionsThatKnowTheirKindAreAsked() {
        assertThat(thrown(new KnownFailure())).isEqualTo(CloseCause.IDLE_TIMEOUT);
    }

    /** The words are the system's, the JDK's and Netty's. */
    @Test
    void aTimeoutOfTheSystemIsNotOneOfAReader() {
        assertThat(failed(new SocketException("Connection timed out"))).isEqualTo(CloseCause.SYSTEM_TIMEOUT);
        assertThat(failed(new IOException("recvAddress(..) failed with error(-110): Connection timed out")))
                .isEqualTo(CloseCause.SYSTEM_TIMEOUT);
        assertThat(thrown(new SocketTimeoutException("nothing was received within PT1S")))
                .isEqualTo(CloseCause.READ_TIMEOUT);
    }

    @Test
    void whoThrewAnIoExceptionDecides() {
        assertThat(thrown(new IOException("not a valid header"))).isEqualTo(CloseCause.PROTOCOL_ERROR);
        assertThat(failed(new ConnectException("planted"))).isEqualTo(CloseCause.SYSTEM_ERROR);
        assertThat(failed(new IOException())).isEqualTo(CloseCause.SYSTEM_ERROR);
        assertThat(failed(new SSLHandshakeException("planted"))).isEqualTo(CloseCause.PROTOCOL_ERROR);
    }

    @Test
    void anyOtherExceptionIsADefectOfTheCallbackOrOfTheEngine() {
        assertThat(thrown(new StackOverflowError())).isEqualTo(CloseCause.CALLBACK_ERROR);
        assertThat(failed(new OutOfMemoryError())).isEqualTo(CloseCause.SYSTEM_ERROR);
    }
}
