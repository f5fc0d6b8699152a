package dev.gearbox.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Options;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.core.spi.FakeEngine;
import dev.gearbox.core.spi.Journal;
import java.lang.System.Logger.Level;
import org.junit.jupiter.api.Test;

/** Which events that keep a loop are worth a warning. */
class StallsTest {
    private static final class One {}

    private static final class Another {}

    @Test
    void theFirstOfAKindIsNoWarning() {
        assertThat(Stalls.level(One.class)).isEqualTo(Level.DEBUG);
        assertThat(Stalls.level(One.class)).isEqualTo(Level.WARNING);
        assertThat(Stalls.level(Another.class)).isEqualTo(Level.DEBUG);
        assertThat(Stalls.level(One.class)).isEqualTo(Level.WARNING);
        assertThat(Stalls.level(Another.class)).isEqualTo(Level.WARNING);
    }

    @Test
    void aConnectionIsOfItsSessionsKind() {
        EngineSide side = FakeEngine.side(connection -> new Journal(), Options.DEFAULT);
        assertThat(side.kind()).isEqualTo(EngineSide.class);
        side.open(new FakeEngine().new FakeTransport());
        assertThat(side.kind()).isEqualTo(Journal.class);
    }
}
