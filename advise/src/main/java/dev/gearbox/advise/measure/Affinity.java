package dev.gearbox.advise.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the calling thread on one processor: {@code sched_setaffinity}. Where two threads that wake each other run makes a large difference, and without a choice the kernel makes
 * one for the whole measurement. Threads inherit the choice from the thread that starts them. Without native access, or with one processor, it has no effect.
 */
final class Affinity {
    private static final int BYTES = 128;
    private static final @Nullable MethodHandle SET = function("sched_setaffinity");
    private static final @Nullable MethodHandle GET = function("sched_getaffinity");
    private static final List<Integer> ALLOWED = allowed();

    private Affinity() {}

    /** Returns whether there are several processors to choose from. */
    static boolean several() {
        return ALLOWED.size() > 1;
    }

    /** Puts the calling thread on the first allowed processor, as a server. */
    static void server() {
        only(0);
    }

    /** Puts the calling thread on the second allowed processor. */
    static void client() {
        only(1);
    }

    /** Lets the calling thread run on all allowed processors again. */
    static void any() {
        set(ALLOWED);
    }

    private static void only(int index) {
        if (ALLOWED.size() > 1) {
            set(List.of(ALLOWED.get(index)));
        }
    }

    private static void set(List<Integer> processors) {
        if (SET == null || processors.isEmpty()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(BYTES, Long.BYTES);
            for (int processor : processors) {
                long at = processor / Long.SIZE;
                long bits = mask.getAtIndex(ValueLayout.JAVA_LONG, at);
                mask.setAtIndex(ValueLayout.JAVA_LONG, at, bits | 1L << processor % Long.SIZE);
            }
            int _ = (int) SET.invokeExact(0, (long) BYTES, mask);
        } catch (Throwable e) {
            throw new IllegalStateException("sched_setaffinity does not throw", e);
        }
    }

    private static List<Integer> allowed() {
        List<Integer> processors = new ArrayList<>();
        if (GET == null) {
            return processors;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(BYTES, Long.BYTES);
            int _ = (int) GET.invokeExact(0, (long) BYTES, mask);
            for (int processor = 0; processor < BYTES * Byte.SIZE; processor++) {
                if ((mask.getAtIndex(ValueLayout.JAVA_LONG, processor / Long.SIZE) >> processor % Long.SIZE & 1) != 0) {
                    processors.add(processor);
                }
            }
        } catch (Throwable e) {
            throw new IllegalStateException("sched_getaffinity does not throw", e);
        }
        return processors;
    }

    // The functions read and write the mask only, within its length. Without native access the call would print a
    // warning, so it is skipped then.
    @SuppressWarnings("restricted")
    private static @Nullable MethodHandle function(String name) {
        if (!System.getProperty("os.name").equals("Linux")
                || !Affinity.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(symbol -> linker.downcallHandle(
                        symbol,
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.ADDRESS)))
                .orElse(null);
    }
}
