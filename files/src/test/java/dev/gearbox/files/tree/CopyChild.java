package dev.gearbox.files.tree;

import java.nio.file.Path;
import java.util.List;

/** Copies its first argument to its second one, and prints a line for each file. With a third argument, existing targets are replaced. */
final class CopyChild {
    private CopyChild() {}

    public static void main(String[] arguments) throws InterruptedException {
        CopyListener says = new CopyListener() {
            @Override
            public void planned(long files, long bytes) {
                System.out.println("begun");
            }

            @Override
            public void copied(CopiedFile file, CopyWay way) {
                System.out.println(way.method() + " " + file.source().getFileName());
            }
        };
        CopyOptions options = new CopyOptions(arguments.length > 2, false, false, false, CopyOptions.DEFAULT.threads());
        CopyResult result = TreeCopy.run(List.of(Path.of(arguments[0])), Path.of(arguments[1]), options, says);
        result.failures().forEach(System.out::println);
        System.out.println("copied " + result.copied());
    }
}
