package dev.gearbox.engines.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.Parameter;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The catalogue: three models, with parameters that accept their own defaults and a backend that names what runs. */
class ModelsTest {
    @Test
    void threeModels() {
        assertThat(Engines.models())
                .extracting(model -> model.card().name())
                .containsExactly("netty-epoll", "netty-nio", "netty-uring");
    }

    @Test
    void fallbacksAreTaken() {
        for (IoModel model : Engines.models()) {
            for (Parameter parameter : model.card().parameters()) {
                assertThat(parameter.takes(parameter.fallback()))
                        .as(model.card().name() + ": " + parameter)
                        .isTrue();
            }
        }
    }

    @Test
    void backendsNameTheTransportThatRuns() {
        try (Engine nio = Engines.start("netty-nio");
                Engine epoll = Engines.start("netty-epoll");
                Engine uring = Engines.start("netty-uring?ring=16")) {
            assertThat(nio.backend()).startsWith("Netty 4.2.").contains("NioSocketChannel on sun.nio.ch.");
            assertThat(epoll.backend()).contains("EpollSocketChannel");
            assertThat(uring.backend()).contains("IoUringSocketChannel", "ring of 16 buffers", "receive multishot");
        }
    }

    @Test
    void anAbsenceIsOneLineThatNamesTheDeepestCause() {
        assertThat(NettyErrors.absence("epoll", () -> null)).isEmpty();
        Optional<String> absence = NettyErrors.absence(
                "epoll", () -> new UnsatisfiedLinkError("see below").initCause(new IOException("no library\nfor you")));
        assertThat(absence)
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("Netty's epoll transport", "no library")
                        .doesNotContain("\n"));
    }
}
