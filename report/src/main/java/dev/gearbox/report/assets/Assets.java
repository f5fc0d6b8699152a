package dev.gearbox.report.assets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that are embedded in the report. */
public final class Assets {
    private Assets() {}

    /** Returns the text of a file. */
    public static String text(String name) {
        try (InputStream in = Assets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the report's own file " + name + " is missing: build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException cannotRead) {
            throw new UncheckedIOException("cannot read the report's own file " + name, cannotRead);
        }
    }
}
