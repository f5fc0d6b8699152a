package dev.gearbox.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A warm-up serves its clients and leaves nothing behind: no thread, and no counts in the origin that follows. */
@Timeout(600)
final class OriginWarmUpTest {
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("selector"))
                .collect(Collectors.toSet());
    }

    @Test
    void nothingOfItIsLeft() throws Exception {
        Set<Thread> before = threads();
        OriginWarmUp.of("selector");
        assertThat(threads()).isEqualTo(before);
        OriginPlan plan = new OriginPlan(Delay.parse("0"), 0, Faults.NONE, 1);
        try (Origin origin = Origin.start(
                plan,
                new SyntheticPages(1, 1024, 1),
                "selector",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            assertThat(origin.counts().requests()).isZero();
        }
    }

    @Test
    void anEngineThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> OriginWarmUp.of("missing")).isInstanceOf(BadSpecException.class);
    }
}
