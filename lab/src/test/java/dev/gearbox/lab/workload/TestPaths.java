package dev.gearbox.lab.workload;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How child processes of tests find the test classes: on the class path of the tests themselves. */
public final class TestPaths {
    private TestPaths() {}

    public static JvmLaunch launch(Class<?> main) {
        return new JvmLaunch.OnClassPath(classPath(), main.getName());
    }

    public static List<Path> classPath() {
        List<Path> path =
                new ArrayList<>(List.of(Path.of("target", "test-classes").toAbsolutePath()));
        for (String property : List.of("jdk.module.path", "java.class.path")) {
            for (String entry : System.getProperty(property, "").split(File.pathSeparator, -1)) {
                if (!entry.isEmpty()) {
                    path.add(Path.of(entry));
                }
            }
        }
        return path;
    }
}
