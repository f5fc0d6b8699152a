package dev.gearbox.files.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A copy equals its source, and a failed copy does no harm. */
@Timeout(600)
final class TreeCopyTest {
    private static final CopyOptions OPTIONS = CopyOptions.DEFAULT;
    private static final CopyOptions VERIFIED = new CopyOptions(false, true, true, false, 2);

    @TempDir
    Path folder;

    private static CopyResult copy(Path source, Path target) throws InterruptedException {
        return TreeCopy.run(List.of(source), target, OPTIONS, CopyListener.NONE);
    }

    /** Runs a step after the first bytes were copied. */
    private static CopyListener atFirstBytes(Step step) {
        AtomicBoolean done = new AtomicBoolean();
        return new CopyListener() {
            @Override
            public void bytes(long more) {
                if (!done.getAndSet(true)) {
                    try {
                        step.run();
                    } catch (IOException cannot) {
                        throw new UncheckedIOException(cannot);
                    }
                }
            }
        };
    }

    /** Runs a step after everything was examined, before the first file is copied. */
    private static CopyListener atPlan(Step step) {
        return new CopyListener() {
            @Override
            public void planned(long files, long bytes) {
                try {
                    step.run();
                } catch (IOException cannot) {
                    throw new UncheckedIOException(cannot);
                }
            }
        };
    }

    private interface Step {
        void run() throws IOException;
    }

    @Test
    void a_copy_has_everything_that_its_source_has() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path target = folder.resolve("target");
        CopyResult result = TreeCopy.run(List.of(source), target, VERIFIED, CopyListener.NONE);
        assertThat(result.failures()).isEmpty();
        assertThat(result.copied()).isEqualTo(12);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
        assertThat(TestTree.parts(folder)).isEmpty();
        assertThat(Sparse.dataBytes(target.resolve("sparse"), 20 << 20)).isLessThan(1 << 20);
    }

    @Test
    void a_copy_has_the_owner_and_group_of_its_source_whatever_its_folder_gives_it() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        TestTree.file(source.resolve("open"), 5);
        TestTree.file(source.resolve("private"), 5);
        Files.setAttribute(source.resolve("private"), "unix:mode", 0640);
        Path target = Files.createDirectory(folder.resolve("target"));
        // Only root may give a file to another group.
        if (OwnIds.read().user() == 0) {
            Files.setAttribute(source.resolve("private"), "unix:gid", 4711);
            Files.setAttribute(source.resolve("private"), "unix:uid", 4712);
            Files.setAttribute(target, "unix:gid", 4713);
        }
        Files.setAttribute(target, "unix:mode", 02755);
        for (String name : List.of("open", "private")) {
            assertThat(copy(source.resolve(name), target).failures()).isEmpty();
        }
        Metadata.applyToFolder(new CopyPlan.Entry(source, target, UnixAttributes.of(source), null));
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    @Test
    void other_users_cannot_read_a_copy_before_it_has_its_owner() throws Exception {
        OwnIds own = OwnIds.read();
        UnixAttributes plain = UnixAttributes.of(Files.createDirectory(folder.resolve("plain")));
        Path given = Files.createDirectory(folder.resolve("given"));
        Files.setAttribute(given, "unix:mode", 02755);
        Path file = TestTree.file(folder.resolve("file"), 5);
        Files.setAttribute(file, "unix:mode", 0644);
        CopyPlan.Entry mine = new CopyPlan.Entry(file, folder.resolve("copy"), UnixAttributes.of(file), null);
        assertThat(Metadata.initialPermissions(mine, plain, own)).isEqualTo(0644);
        assertThat(Metadata.initialPermissions(mine, UnixAttributes.of(given), own))
                .isEqualTo(0600);
        assertThat(Metadata.initialPermissions(mine, plain, new OwnIds(own.user() + 1, own.group())))
                .isEqualTo(0600);
        assertThat(Metadata.initialPermissions(mine, plain, new OwnIds(own.user(), own.group() + 1)))
                .isEqualTo(0600);
        Files.setAttribute(file, "unix:mode", 04755);
        CopyPlan.Entry special = new CopyPlan.Entry(file, folder.resolve("copy"), UnixAttributes.of(file), null);
        assertThat(Metadata.initialPermissions(special, plain, own)).isEqualTo(0600);
    }

    @Test
    void a_batch_has_files_of_one_folder_and_ends_before_it_is_long() throws Exception {
        UnixAttributes page = UnixAttributes.of(TestTree.file(folder.resolve("page"), 4096));
        UnixAttributes large = UnixAttributes.of(TestTree.file(folder.resolve("large"), 5 << 20));
        List<CopyPlan.Entry> files = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            for (int i = 0; i < 300; i++) {
                Path file = Path.of(name, "file-" + i);
                files.add(new CopyPlan.Entry(file, file, page, null));
            }
        }
        files.add(new CopyPlan.Entry(Path.of("b/large"), Path.of("b/large"), large, null));
        files.add(new CopyPlan.Entry(Path.of("b/last"), Path.of("b/last"), page, null));
        assertThat(CopyBatches.of(files)).extracting(List::size).containsExactly(256, 44, 256, 45, 1);
        assertThat(CopyBatches.of(files).stream().flatMap(List::stream)).containsExactlyElementsOf(files);
        assertThat(CopyBatches.of(List.of())).isEmpty();
    }

    @Test
    void a_second_time_nothing_is_copied_unless_it_is_asked_for() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path target = folder.resolve("target");
        CopyResult first = copy(source, target);
        // The target is an existing folder now: copies the contents of the source into it.
        Path contents = source.resolve(".");
        CopyResult second = copy(contents, target);
        assertThat(second.copied()).isZero();
        assertThat(second.kept()).isEqualTo(first.copied());
        Files.writeString(source.resolve("one"), "changed");
        assertThat(copy(contents, target).copied()).isEqualTo(1);
        assertThat(target.resolve("one")).hasContent("changed");
        CopyOptions again = new CopyOptions(true, false, false, false, 1);
        assertThat(TreeCopy.run(List.of(contents), target, again, CopyListener.NONE)
                        .copied())
                .isGreaterThanOrEqualTo(first.copied() - 1);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    @Test
    void an_interrupted_copy_goes_on_where_it_was() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path target = folder.resolve("target");
        Thread copying = Thread.currentThread();
        assertThatThrownBy(() -> TreeCopy.run(List.of(source), target, OPTIONS, atFirstBytes(copying::interrupt)))
                .isInstanceOf(InterruptedException.class);
        assertThat(TestTree.parts(folder)).isEmpty();
        copy(source, target);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    @Test
    void a_whole_copy_is_a_folder_to_copy_into_and_an_unfinished_one_of_another_source_too() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        TestTree.file(source.resolve("file"), 5);
        Path target = folder.resolve("target");
        copy(source, target);
        copy(source, target);
        assertThat(target.resolve("source/file")).hasSize(5);
        UnfinishedMark.make(folder.resolve("half"), folder.resolve("other"));
        copy(source, folder.resolve("half"));
        assertThat(folder.resolve("half/source/file")).hasSize(5);
    }

    @Test
    void each_file_goes_the_way_that_suits_it() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Map<String, CopyWay.Method> ways = new ConcurrentHashMap<>();
        TreeCopy.run(List.of(source), folder.resolve("target"), OPTIONS, new CopyListener() {
            @Override
            public void copied(CopiedFile file, CopyWay way) {
                ways.put(file.source().getFileName().toString(), way.method());
            }
        });
        assertThat(ways)
                .containsEntry("empty", CopyWay.Method.EMPTY)
                .containsEntry("to one", CopyWay.Method.SYMBOLIC_LINK)
                .containsValue(CopyWay.Method.HARD_LINK);
        // If the file system can clone, all others are clones.
        if (!ways.containsValue(CopyWay.Method.CLONE)) {
            assertThat(ways)
                    .containsEntry("one", CopyWay.Method.READ_WRITE)
                    .containsEntry("sparse", CopyWay.Method.DATA_ONLY)
                    .containsValue(CopyWay.Method.COPY_RANGE);
        }
    }

    @Test
    void a_copy_to_another_file_system_is_the_same() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "gearbox-test");
        try {
            copy(source.resolve("sub/deep/large"), memory.resolve("large"));
            assertThat(Files.mismatch(source.resolve("sub/deep/large"), memory.resolve("large")))
                    .isEqualTo(-1);
            copy(memory.resolve("large"), folder.resolve("back"));
            assertThat(Files.mismatch(source.resolve("sub/deep/large"), folder.resolve("back")))
                    .isEqualTo(-1);
        } finally {
            Files.deleteIfExists(memory.resolve("large"));
            Files.delete(memory);
        }
    }

    @Test
    void several_sources_go_into_a_folder_and_a_dot_means_what_is_inside() throws Exception {
        Path a = TestTree.file(folder.resolve("a"), 10);
        Path b = Files.createDirectory(folder.resolve("b"));
        TestTree.file(b.resolve("c"), 20);
        Path target = Files.createDirectory(folder.resolve("target"));
        TreeCopy.run(List.of(a, b), target, OPTIONS, CopyListener.NONE);
        assertThat(target.resolve("a")).hasSize(10);
        assertThat(target.resolve("b/c")).hasSize(20);
        TreeCopy.run(List.of(b.resolve(".")), target, OPTIONS, CopyListener.NONE);
        assertThat(target.resolve("c")).hasSize(20);
    }

    @Test
    void a_source_that_grows_while_it_is_copied_is_a_failure_and_the_old_target_stays() throws Exception {
        Path source = TestTree.file(folder.resolve("source"), 100_000);
        Path target = Files.writeString(folder.resolve("target"), "as it was");
        CopyResult result = TreeCopy.run(
                List.of(source),
                target,
                OPTIONS,
                atFirstBytes(() -> Files.write(source, new byte[10], StandardOpenOption.APPEND)));
        assertThat(result.failures())
                .containsExactly(source + " was not copied to " + target
                        + ": it changed while it was copied. Copy it again when nothing writes to it");
        assertThat(target).hasContent("as it was");
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    @Test
    void a_source_that_shrinks_while_it_is_copied_is_a_failure() throws Exception {
        Path source = folder.resolve("source");
        TestTree.sparse(source);
        CopyResult result = TreeCopy.run(List.of(source), folder.resolve("target"), OPTIONS, atFirstBytes(() -> {
            try (FileChannel channel = FileChannel.open(source, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
        }));
        assertThat(result.failures()).singleElement().asString().contains("while it was copied");
        assertThat(folder.resolve("target")).doesNotExist();
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    @Test
    void a_copy_that_differs_is_found_and_gets_no_name() throws Exception {
        Path source = TestTree.file(folder.resolve("source"), 100_000);
        FileTime written = Files.getLastModifiedTime(source);
        byte[] other = Files.readAllBytes(source);
        other[50_000]++;
        CopyResult result = TreeCopy.run(List.of(source), folder.resolve("target"), VERIFIED, atFirstBytes(() -> {
            Files.write(source, other);
            Files.setLastModifiedTime(source, written);
        }));
        assertThat(result.failures()).singleElement().asString().contains("differs from " + source);
        assertThat(folder.resolve("target")).doesNotExist();
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    @Test
    void what_is_not_there_any_more_is_a_failure_and_the_others_are_copied() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        for (int i = 0; i < 20; i++) {
            TestTree.file(source.resolve("file-" + i), 5);
        }
        CopyOptions one = new CopyOptions(false, false, false, false, 1);
        AtomicBoolean done = new AtomicBoolean();
        CopyResult result = TreeCopy.run(List.of(source), folder.resolve("target"), one, new CopyListener() {
            @Override
            public void copied(CopiedFile copied, CopyWay way) {
                if (!done.getAndSet(true)) {
                    try (var all = Files.list(source)) {
                        Files.delete(all.filter(file -> !file.equals(copied.source()))
                                .findFirst()
                                .orElseThrow());
                    } catch (IOException cannot) {
                        throw new UncheckedIOException(cannot);
                    }
                }
            }
        });
        assertThat(result.copied()).isEqualTo(19);
        assertThat(result.failures()).singleElement().asString().endsWith("it no longer exists");
    }

    @Test
    void a_file_that_is_created_at_a_target_meanwhile_is_replaced_by_a_complete_copy() throws Exception {
        Path source = TestTree.make(folder.resolve("source"));
        Path target = Files.createDirectory(folder.resolve("target"));
        CopyResult result = TreeCopy.run(List.of(source.resolve(".")), target, OPTIONS, atPlan(() -> {
            for (String name : List.of("one", "empty", "sparse")) {
                Files.writeString(target.resolve(name), "by another program");
            }
        }));
        assertThat(result.failures()).isEmpty();
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    @Test
    void a_folder_that_is_removed_meanwhile_fails_file_by_file_and_all_others_are_copied() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        int files = 40;
        for (int i = 0; i < files; i++) {
            Path sub = Files.createDirectories(source.resolve("sub-" + i % 4));
            TestTree.file(sub.resolve("file-" + i), 5);
        }
        CopyResult result = TreeCopy.run(List.of(source), folder.resolve("target"), OPTIONS, atPlan(() -> {
            for (int i = 1; i < files; i += 4) {
                Files.delete(source.resolve("sub-1/file-" + i));
            }
            Files.delete(source.resolve("sub-1"));
        }));
        assertThat(result.copied()).isEqualTo(30);
        assertThat(result.missing()).isEqualTo(10);
        assertThat(result.failures())
                .filteredOn(
                        failure -> failure.startsWith(source.resolve("sub-1/").toString() + "/file"))
                .hasSize(10)
                .allMatch(failure -> failure.endsWith("it no longer exists"));
        for (int i = 0; i < files; i++) {
            Path copy = folder.resolve("target/sub-" + i % 4 + "/file-" + i);
            assertThat(Files.exists(copy)).as(copy.toString()).isEqualTo(i % 4 != 1);
        }
        assertThat(TestTree.parts(folder)).isEmpty();
    }

    /** Each folder is written to until its last file is there, by several threads; its times come last. */
    @Test
    void folders_keep_their_times_though_several_threads_write_to_them() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        for (int i = 0; i < 600; i++) {
            TestTree.file(
                    Files.createDirectories(source.resolve("a/b-" + i % 2)).resolve("file-" + i), i);
        }
        FileTime longAgo = FileTime.from(Instant.parse("2001-02-03T04:05:06.789012345Z"));
        for (String name : List.of("a/b-0", "a/b-1", "a", "")) {
            Files.setLastModifiedTime(source.resolve(name), longAgo);
        }
        Path target = folder.resolve("target");
        CopyOptions many = new CopyOptions(false, false, false, false, 8);
        TreeCopy.run(List.of(source), target, many, CopyListener.NONE);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    /** The owner and permissions of a new file are asked for once in a folder for each kind of permissions. */
    @Test
    void files_of_one_folder_keep_permissions_that_alternate() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        List<Integer> modes = List.of(0644, 0600, 0777, 04755, 0444, 0400);
        for (int i = 0; i < 60; i++) {
            Path file = TestTree.file(source.resolve("file-" + i), 5);
            Files.setAttribute(file, "unix:mode", modes.get(i * i % 7 % modes.size()));
        }
        Path target = folder.resolve("target");
        copy(source, target);
        assertThat(TestTree.describe(target)).isEqualTo(TestTree.describe(source));
    }

    @Test
    void a_pipe_refuses_the_whole_unless_it_is_left_out() throws Exception {
        Path source = Files.createDirectory(folder.resolve("source"));
        TestTree.file(source.resolve("file"), 5);
        assertThat(new ProcessBuilder("mkfifo", source.resolve("pipe").toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        Path target = folder.resolve("target");
        refused(source, target, source.resolve("pipe") + " is a pipe, not a file, folder or link. Skip");
        assertThat(target).doesNotExist();
        CopyOptions skipping = new CopyOptions(false, false, false, true, 1);
        assertThat(TreeCopy.run(List.of(source), target, skipping, CopyListener.NONE)
                        .copied())
                .isEqualTo(1);
        refused(Path.of("/dev/null"), target, "/dev/null is a device");
    }

    @Test
    void words_that_make_no_copy_are_refused_and_nothing_is_made() throws Exception {
        Path file = TestTree.file(folder.resolve("file"), 5);
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Files.createDirectory(tree.resolve("file"));
        Path other = Files.createDirectory(folder.resolve("other"));
        Map<String, List<Object>> before = TestTree.describe(folder);
        refused(folder.resolve("missing"), other, "cannot copy " + folder.resolve("missing") + ": it does not exist");
        refused(file, file, "are the same file");
        refused(file, folder.resolve("x/y"), "there is no folder " + folder.resolve("x"));
        refused(tree, tree.resolve("inside"), "cannot copy " + tree + " into itself, " + tree.resolve("inside"));
        refused(tree, tree, "cannot copy " + tree + " into itself");
        refused(tree, file, "cannot replace " + file + ", a file, by " + tree + ", a folder");
        refused(file, tree, "cannot replace " + tree.resolve("file") + ", a folder, by " + file + ", a file");
        refused(Path.of("/"), other, "has no name");
        assertThatThrownBy(() -> TreeCopy.run(List.of(file, tree), folder.resolve("new"), OPTIONS, CopyListener.NONE))
                .isInstanceOf(CopyException.class)
                .hasMessageContaining("several sources need a folder as their target, and " + folder.resolve("new")
                        + " does not exist");
        Path link = Files.createLink(folder.resolve("link"), file);
        refused(file, link, "are the same file");
        Files.delete(link);
        assertThatThrownBy(() -> TreeCopy.run(List.of(file, tree.resolve("file")), other, OPTIONS, CopyListener.NONE))
                .isInstanceOf(CopyException.class)
                .hasMessageContaining("have the same target, " + other.resolve("file"));
        assertThat(TestTree.describe(folder).keySet()).isEqualTo(before.keySet());
    }

    @Test
    void a_target_that_cannot_be_written_is_refused() {
        refused(Path.of("pom.xml"), Path.of("/proc/self/x"), "");
    }

    @Test
    void holes_need_no_room() throws Exception {
        Path source = folder.resolve("huge");
        try (FileChannel channel = FileChannel.open(
                source, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(new byte[] {1}), 1L << 42);
        }
        // A hole of four terabytes, then one byte: there is enough room for the data.
        assertThat(copy(source, folder.resolve("copy")).failures()).isEmpty();
        UnixAttributes attributes = UnixAttributes.of(source);
        assertThat(Sparse.dataBytes(source, attributes.size())).isLessThanOrEqualTo(1 << 20);
        assertThat(folder.resolve("copy")).hasSize(attributes.size());
    }

    private static void refused(Path source, Path target, String why) {
        assertThatThrownBy(() -> {
                    CopyResult result = copy(source, target);
                    if (!result.failures().isEmpty()) {
                        throw new CopyException(result.failures().getFirst());
                    }
                })
                .isInstanceOf(CopyException.class)
                .hasMessageContaining(why);
    }
}
