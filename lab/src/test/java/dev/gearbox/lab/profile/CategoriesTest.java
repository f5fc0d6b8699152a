package dev.gearbox.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.data.LabException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CategoriesTest {
    private static final Categories OURS = Categories.ours();

    /** Recorded from the engine "virtual" under ping with 100 connections; the sums were counted with grep. */
    @Test
    void sortsARecordedProfile() throws IOException {
        Map<String, Long> samples = OURS.sort(recorded());
        assertThat(samples)
                .containsEntry("socket write", 98L)
                .containsEntry("socket read", 32L)
                .containsEntry("readiness wait", 6L)
                .containsEntry("readiness registration", 13L)
                .containsEntry("JIT compilation", 3L)
                .containsEntry("being measured", 3L)
                .containsEntry("wake-up and park", 1L)
                .containsEntry("GC", 0L)
                .containsEntry("other Java code", 0L);
        assertThat(samples.get("scheduling")).isBetween(20L, 30L);
        assertThat(samples.get("our engine")).isPositive();
        assertThat(samples.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(192);
        assertThat(List.copyOf(samples.keySet())).isEqualTo(OURS.names());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        [C2 CompilerThread0 tid=7];Compile::Compile;write                                       | JIT compilation
        [VM Thread tid=3];VM_GenCollectForAllocation::doit;memcpy                                | GC
        a/B.run;sun/nio/ch/EventFD.set_[j];sun/nio/ch/EventFD.set0_[j];write                     | wake-up and park
        a/B.run;sun/nio/ch/SocketDispatcher.write0_[j];__GI_write;tcp_sendmsg_[k]                | socket write
        dev/gearbox/engines/jdk/SelectorLoop.run;java/util/HashMap.get_[i]                       | our engine
        dev/gearbox/engines/jdk/SelectorLoop.run;os::javaTimeNanos;__vdso_clock_gettime          | our engine
        dev/gearbox/engines/jdk/Loop.run;dev/gearbox/protocols/Echo.received;java/util/List.add  | protocol and session
        sun/nio/ch/SelectorImpl.select;com/example/Handler.handle;java/lang/String.concat        | other Java code
        dev/gearbox/engines/jdk/Loop.run;sun/nio/ch/SelectionKeyImpl.interestOps_[i]             | JDK sockets (java.nio)
        java/lang/Thread.run;java/lang/Object.hashCode                                           | other
        [unknown];memset                                                                         | other
        """)
    void decidesAsItsFileSays(String stack, String category) {
        assertThat(OURS.of(stack)).isEqualTo(category);
    }

    @Test
    void refusesWhatIsNoStack() {
        assertThatThrownBy(() -> OURS.sort(List.of("a;b 1", "a;b x")))
                .isInstanceOf(IOException.class)
                .hasMessage("not a collapsed stack: a;b x");
    }

    @Test
    void isDecodedStrictly() {
        refuses("categories: [{name: a, frame: [x]}]", "categories[0]: unknown key \"frame\". Did you mean frames?");
        refuses("categories: [{name: a}]", "it would match nothing");
        refuses("categories: [{name: a, frames: [x]}, {name: a, frames: [y]}]", "is taken: a");
        refuses("categories: [{name: other, frames: [x]}]", "is taken: other");
        refuses("categories: [{name: a, frames: [[x]]}]", "categories[0].frames[0] must be text");
    }

    private static void refuses(String yaml, String why) {
        assertThatThrownBy(() ->
                        Categories.decode("x.yaml", new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(why);
    }

    private static List<String> recorded() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CategoriesTest.class.getResourceAsStream("virtual.collapsed"), "fixture")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
