package dev.gearbox.core.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Buffers are returned, and dropped when they were not needed for a while. */
class BufferPoolTest {
    private final BufferPool pool = new BufferPool();

    @Test
    void whatNobodyHasNeededSinceTheLastTrimIsGivenUpAndTheRestIsKept() {
        List<PooledBuffer> crowd = taken(10);
        crowd.forEach(PooledBuffer::release);
        pool.trim();
        List<PooledBuffer> few = taken(3);
        assertThat(crowd).containsAll(few);
        few.forEach(PooledBuffer::release);
        pool.trim();
        List<PooledBuffer> again = taken(4);
        assertThat(again.subList(0, 3)).containsExactlyInAnyOrderElementsOf(few);
        assertThat(crowd).doesNotContain(again.getLast());
    }

    @Test
    void sizesAreTrimmedEachForItself() {
        PooledBuffer large = pool.take(100_000);
        PooledBuffer small = pool.take(10);
        large.release();
        small.release();
        pool.trim();
        assertThat(pool.take(10)).isSameAs(small);
        pool.trim();
        assertThat(pool.take(100_000)).isNotSameAs(large);
    }

    @Test
    void buffersAreDirectUnlessTheyAreAskedForOnTheHeap() {
        assertThat(pool.take(1).memory().isDirect()).isTrue();
        BufferPool heap = BufferPool.onHeap();
        PooledBuffer buffer = heap.take(1);
        assertThat(buffer.memory().hasArray()).isTrue();
        buffer.release();
        assertThat(heap.take(1)).isSameAs(buffer);
    }

    private List<PooledBuffer> taken(int count) {
        List<PooledBuffer> taken = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            taken.add(pool.take(1));
        }
        return taken;
    }
}
