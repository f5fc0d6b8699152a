package dev.gearbox.testkit.engine;

import dev.gearbox.testkit.fixture.ContractReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of {@code docs/engines}: a page documents the engines in its line {@code Specs:}. */
public final class ModelPages {
    private ModelPages() {}

    /** Returns the page of an engine, by the engine's name; empty if there is none. */
    public static Optional<Path> of(String engine) {
        Pattern specs = Pattern.compile("(?m)^Specs:.*`" + Pattern.quote(engine) + "[?`]");
        try (Stream<Path> pages = Files.list(ContractReport.root().resolve("docs/engines"))) {
            return pages.filter(page -> page.toString().endsWith(".md"))
                    .filter(page -> specs.matcher(text(page)).find())
                    .findFirst();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
