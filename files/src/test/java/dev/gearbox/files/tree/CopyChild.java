package dev.gearbox.files.tree;

import java.nio.file.Path;
import java.util.List;

/** Copies its first argument to its second one, and says when it has made the first file. */
final class CopyChild {
    private CopyChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("ready");
        CopyResult result = TreeCopy.run(
                List.of(Path.of(arguments[0])), Path.of(arguments[1]), CopyOptions.DEFAULT, CopyListener.NONE);
        result.failures().forEach(System.out::println);
        System.out.println("copied " + result.copied());
    }
}
