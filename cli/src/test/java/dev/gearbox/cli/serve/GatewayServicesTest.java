package dev.gearbox.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayServicesTest {
    @TempDir
    Path folder;

    private GatewayServices read(String text) throws IOException {
        return GatewayServices.read(Files.writeString(folder.resolve("services.yaml"), text));
    }

    @Test
    void a_service_is_elsewhere_or_one_of_ours() throws IOException {
        GatewayServices services = read("""
                posts: {url: "http://127.0.0.1:9001/posts"}
                albums: {delay: 200ms, faults: "error=5%"}
                photos: {delay: 20ms}
                """);
        assertThat(services)
                .isEqualTo(new GatewayServices(
                        Map.of("posts", "http://127.0.0.1:9001/posts"),
                        Map.of("albums", "200ms", "albums-faults", "error=5%", "photos", "20ms"),
                        Optional.empty(),
                        true));
        assertThat(services.forGateway()).containsExactly("--posts", "http://127.0.0.1:9001/posts");
    }

    @Test
    void ours_are_not_started_if_all_are_elsewhere() throws IOException {
        String each = "%s: {url: \"http://127.0.0.1:9001/%s\"}\n";
        String all = each.formatted("posts", "p")
                + each.formatted("comments", "c")
                + each.formatted("albums", "a")
                + each.formatted("photos", "f");
        assertThat(read(all).needsOurs()).isFalse();
        assertThat(GatewayServices.OURS.needsOurs()).isTrue();
    }

    @Test
    void calls_of_the_user_go_to_both_processes_as_they_are_written() throws IOException {
        String shape = """
                calls:
                  cart: {url: "http://127.0.0.1:9001/cart"}
                  prices: {after: [cart], delay: 20ms}
                """;
        GatewayServices services = read(shape);
        assertThat(services)
                .isEqualTo(new GatewayServices(
                        Map.of("cart", "http://127.0.0.1:9001/cart"),
                        Map.of("shape", shape),
                        Optional.of(shape),
                        true));
        assertThat(services.forGateway()).containsExactly("--shape", shape);
        assertThat(read(shape.replace("delay: 20ms", "url: \"http://127.0.0.1:9001/p\""))
                        .needsOurs())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            postss: {delay: 1s}                     | services.yaml: unknown key "postss". Did you mean posts?
            posts: {url: "http://a/", delay: 1s}    | excludes delay and faults
            posts: {url: "ftp://a/"}                | must begin with http://
            posts: {dely: 1s}                       | posts: unknown key "dely". Did you mean delay?
            calls: {a: {}}                          | services.yaml: calls: has 1 and must have from 2 to 32
            calls: {a: {after: [b]}, b: {after: [a]}} | services.yaml: calls has a cycle: a waits for b waits for a
            """)
    void what_is_wrong_is_named(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("services.yaml")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }
}
