package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.Parameter;
import dev.gearbox.testkit.engine.ModelPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of each engine follows one template, lists the engine's parameters and shows the drawing of its class comment. */
final class ModelPagesTest {
    private static final Path ROOT = Programs.root();
    private static final Pattern DRAWING = Pattern.compile("(?s)\\* <pre>\\R(.*?)\\R *\\* *</pre>");
    private static final Pattern FENCED = Pattern.compile("(?s)```\\R(.*?)\\R```");
    private static final List<String> TEMPLATE = List.of(
            "## One request", "## What it costs", "## Use it for", "## Do not use it when", "## Limits", "## Try it");

    static Stream<IoModel> models() {
        return Engines.models().stream();
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_page_follows_the_template(IoModel model) {
        String page = page(model);
        assertThat(page.lines().filter(TEMPLATE::contains)).containsExactlyElementsOf(TEMPLATE);
        assertThat(ShownCommand.in(page.substring(page.indexOf("## Try it")))).isNotEmpty();
        assertThat(model.card().parameters())
                .extracting(Parameter::name)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "="));
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_page_shows_the_drawing_of_the_class(IoModel model) throws IOException {
        Matcher comment = DRAWING.matcher(Files.readString(source(model)));
        assertThat(comment.find()).isTrue();
        String drawing = comment.group(1)
                .replaceAll("(?m)^ *\\* ?", "")
                .replace("&gt;", ">")
                .replace("&lt;", "<")
                .stripIndent();
        assertThat(FENCED.matcher(page(model))
                        .results()
                        .map(block -> block.group(1).stripIndent()))
                .contains(drawing);
    }

    private static String page(IoModel model) {
        return MarkdownFiles.text(ModelPages.of(model.card().name())
                .orElseThrow(() -> new AssertionError(
                        "no page in docs/engines has " + model.card().name() + " in its line Specs:")));
    }

    private static Path source(IoModel model) throws IOException {
        String name = model.getClass().getName().replace('.', '/') + ".java";
        try (Stream<Path> files = Files.walk(ROOT.resolve("engines"))) {
            return files.filter(file -> file.endsWith(Path.of("src/main/java", name)))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
