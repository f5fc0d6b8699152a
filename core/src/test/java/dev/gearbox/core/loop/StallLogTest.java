package dev.gearbox.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Options;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.FakeEngine;
import dev.gearbox.core.spi.RecordingSession;
import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;

/** Which events that block a loop are logged as a warning. */
class StallLogTest {
    private static final class One {}

    private static final class Another {}

    @Test
    void theFirstOfAKindIsNoWarning() {
        assertThat(StallLog.level(One.class)).isEqualTo(Level.DEBUG);
        assertThat(StallLog.level(One.class)).isEqualTo(Level.WARNING);
        assertThat(StallLog.level(Another.class)).isEqualTo(Level.DEBUG);
        assertThat(StallLog.level(One.class)).isEqualTo(Level.WARNING);
        assertThat(StallLog.level(Another.class)).isEqualTo(Level.WARNING);
    }

    @Test
    void aConnectionIsOfItsSessionsKind() {
        ConnectionState state = FakeEngine.state(connection -> new RecordingSession(), Options.DEFAULT);
        assertThat(state.kind()).isEqualTo(ConnectionState.class);
        state.open(new FakeEngine().new FakeTransport());
        assertThat(state.kind()).isEqualTo(RecordingSession.class);
    }
}
