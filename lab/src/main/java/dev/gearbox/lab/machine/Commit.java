package dev.gearbox.lab.machine;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds the commit from which this code was built: from the launcher, or else from git in the folder of the code. */
final class Commit {
    /** The system property that the launcher may set. */
    static final String PROPERTY = "gearbox.commit";

    private Commit() {}

    /** Returns the short hash, with "+" if files have changed since; empty if unknown. Never fails. */
    static String ofThisBuild() {
        String stamped = System.getProperty(PROPERTY, "");
        if (!stamped.isEmpty()) {
            return stamped;
        }
        return git("rev-parse", "--short=12", "HEAD")
                .map(hash -> git("status", "--porcelain", "--untracked-files=no")
                                .orElse("")
                                .isEmpty()
                        ? hash
                        : hash + "+")
                .orElse("");
    }

    private static Optional<String> git(String... arguments) {
        try {
            Path code = Path.of(Commit.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            List<String> command = new ArrayList<>(List.of("git"));
            command.addAll(List.of(arguments));
            Process git = new ProcessBuilder(command)
                    .directory(code.toAbsolutePath().resolveSibling(".").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!git.waitFor(5, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return Optional.empty();
            }
            return git.exitValue() == 0 ? Optional.of(answer) : Optional.empty();
        } catch (IOException | URISyntaxException notThere) {
            return Optional.empty(); // no git, or code that is not in a folder: a result does not require it
        } catch (InterruptedException asked) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
