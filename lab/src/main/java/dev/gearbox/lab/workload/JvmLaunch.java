package dev.gearbox.lab.workload;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a child JVM finds its main class. */
public sealed interface JvmLaunch {
    /** Returns the options for code and main class, for the command line of {@code java}. */
    List<String> options();

    /** Returns the full name of the main class. */
    String mainClass();

    /**
     * A main class of a module. The child gets the module path of this process; if this process itself runs from the class path, so does the child.
     *
     * @param module the name of the module
     * @param mainClass the full name of its main class
     */
    record InModule(String module, String mainClass) implements JvmLaunch {
        @Override
        public List<String> options() {
            String modulePath = System.getProperty("jdk.module.path", "");
            String classPath = System.getProperty("java.class.path", "");
            List<String> options = new ArrayList<>();
            if (ModuleLayer.boot().findModule(module).isEmpty()) {
                options.addAll(Grants.onClassPath());
                options.addAll(List.of("-cp", joined(modulePath, classPath), mainClass));
            } else {
                options.addAll(Grants.of(module, modulePath));
                options.addAll(List.of("-p", modulePath, "-m", module + "/" + mainClass));
            }
            return options;
        }
    }

    /**
     * A main class of a module that this process does not know, because its jars are in a folder of their own, within one of those on the module path: only the
     * child has it on its module path, too. If there is no such folder, as in tests, the jars are on the class path.
     *
     * @param folder the name of the folder
     * @param module the name of the module
     * @param mainClass the full name of its main class
     */
    record InFolder(String folder, String module, String mainClass) implements JvmLaunch {
        @Override
        public List<String> options() {
            String modulePath = System.getProperty("jdk.module.path", "");
            Optional<Path> found = Stream.of(modulePath.split(File.pathSeparator, -1))
                    .map(path -> Path.of(path).resolve(folder))
                    .filter(Files::isDirectory)
                    .findFirst();
            if (found.isEmpty()) {
                return new InModule(module, mainClass).options();
            }
            String longer = joined(modulePath, found.get().toString());
            List<String> options = new ArrayList<>(Grants.of(module, longer));
            options.addAll(List.of("-p", longer, "-m", module + "/" + mainClass));
            return options;
        }
    }

    /**
     * A main class on a separate class path, for external programs.
     *
     * @param classPath the folders and jars with it and its dependencies
     * @param mainClass the full name of the main class
     */
    record OnClassPath(List<Path> classPath, String mainClass) implements JvmLaunch {
        /** Copies the list. */
        public OnClassPath {
            classPath = List.copyOf(classPath);
        }

        @Override
        public List<String> options() {
            String joined = String.join(
                    File.pathSeparator, classPath.stream().map(Path::toString).toList());
            return List.of("--enable-native-access=ALL-UNNAMED", "-cp", joined, mainClass);
        }
    }

    /**
     * The guardian of an external program.
     *
     * @param folder where that program was built; kept separately because it is specific to this machine
     * @param mainClass the main class of the guardian
     */
    record Guarding(Path folder, String mainClass) implements JvmLaunch {
        public static final String FOLDER = "gearbox.external.folder";

        @Override
        public List<String> options() {
            List<String> options = new ArrayList<>(List.of("-D" + FOLDER + "=" + folder));
            options.addAll(new InModule("dev.gearbox.lab", mainClass()).options());
            return options;
        }
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + File.pathSeparator + second;
    }
}
