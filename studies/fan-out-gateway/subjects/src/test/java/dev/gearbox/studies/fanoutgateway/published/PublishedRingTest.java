package dev.gearbox.studies.fanoutgateway.published;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.client.BlockingClient;
import dev.gearbox.studies.fanoutgateway.gateway.OverviewComposition;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stages of the published Disruptors work as the pools of workers that they stand for. */
@Timeout(120)
class PublishedRingTest {
    private static final int REQUESTS = 10;

    /** Services without records. The first call of posts waits until all requests are in the ring, the third of comments until the end. */
    private static final class Client implements BlockingClient {
        private final CountDownLatch published = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicInteger posts = new AtomicInteger();
        private final AtomicInteger comments = new AtomicInteger();

        @Override
        public byte[] get(String target, ReplyDeadline deadline) throws InterruptedException {
            if (target.equals("posts") && posts.incrementAndGet() == 1) {
                published.await();
            }
            if (target.equals("comments") && comments.incrementAndGet() == 3) {
                end.await();
            }
            return "[]".getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            end.countDown();
        }
    }

    @Test
    void a_slow_call_holds_the_events_behind_it_and_not_those_before_it() {
        try (Client client = new Client();
                PublishedAsyncDisruptor style = new PublishedAsyncDisruptor(client, OverviewComposition.STANDARD)) {
            List<CompletableFuture<byte[]>> replies =
                    IntStream.range(0, REQUESTS).mapToObj(style::overview).toList();
            client.published.countDown();
            for (int user = 0; user < 2; user++) {
                assertThat(new String(replies.get(user).join(), StandardCharsets.UTF_8))
                        .isEqualTo("{\"user\":" + user + ",\"posts\":[],\"albums\":[]}");
            }
            assertThat(replies.subList(2, REQUESTS)).noneMatch(CompletableFuture::isDone);
        }
    }
}
