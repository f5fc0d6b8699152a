package dev.gearbox.studies.fanoutgateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.gateway.ReplyDeadline;
import dev.gearbox.studies.fanoutgateway.style.AsyncStyle;
import dev.gearbox.studies.fanoutgateway.style.BlockingStyle;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing ends, whatever the requests under way do, and says what they did. Without an end a test would run into its time limit. */
@Timeout(60)
class GatewayTest {
    private static final Duration NEAR = Duration.ofMillis(50);
    private static final Duration FAR = Duration.ofHours(1);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();

    /** Threads that take no notice of an interruption must not outlive the test. */
    @AfterEach
    void release() {
        release.countDown();
    }

    private interface Work {
        byte[] overview() throws InterruptedException;
    }

    private record Working(RequestThreads requestThreads, Work work) implements BlockingStyle {
        @Override
        public String name() {
            return "working";
        }

        @Override
        public byte[] overview(int user, ReplyDeadline deadline) throws InterruptedException {
            return work.overview();
        }
    }

    private Gateway gateway(BlockingStyle.RequestThreads threads, Duration deadline, Work work) {
        return gateway(threads, deadline, NEAR, work);
    }

    private static Gateway gateway(BlockingStyle.RequestThreads threads, Duration deadline, Duration grace, Work work) {
        return new Gateway(new Working(threads, work), new Limits(1, 1, 1, deadline), grace);
    }

    private void ask(Gateway gateway) {
        var _ = gateway.answer("GET", "/users/1/overview", replies::add);
    }

    /** Waits however often it is interrupted, up to a number of times. */
    private byte[] waits(int interruptions) throws InterruptedException {
        begun.countDown();
        for (int i = 1; ; i++) {
            try {
                release.await();
                return new byte[0];
            } catch (InterruptedException again) {
                if (i >= interruptions) {
                    throw again;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(BlockingStyle.RequestThreads.class)
    void a_request_that_ends_in_time_is_waited_for(BlockingStyle.RequestThreads threads) throws Exception {
        Gateway gateway = gateway(threads, FAR, () -> waits(1));
        ask(gateway);
        begun.await();
        FutureTask<Gateway.LateRequests> ending = new FutureTask<>(gateway::end);
        Thread.ofVirtual().start(ending);
        release.countDown();
        assertThat(ending.get()).isEqualTo(new Gateway.LateRequests(0, 0));
        assertThat(replies.take().status()).isEqualTo(200);
    }

    private record Failing(CompletableFuture<byte[]> result) implements AsyncStyle {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public CompletableFuture<byte[]> overview(int user) {
            return result;
        }
    }

    /** The place stayed taken, and closing waited for the deadline. */
    @Test
    void a_reply_that_cannot_be_sent_gives_its_place_back() {
        CompletableFuture<byte[]> result = new CompletableFuture<>();
        Gateway gateway = new Gateway(new Failing(result), new Limits(1, 1, 1, FAR), NEAR);
        var _ = gateway.answer("GET", "/users/1/overview", _ -> {
            throw new IllegalStateException("the client has disconnected");
        });
        assertThat(gateway.open()).isOne();
        result.completeExceptionally(new IOException("a service was closed"));
        assertThat(gateway.open()).isZero();
        assertThat(gateway.end()).isEqualTo(new Gateway.LateRequests(0, 0));
    }

    @ParameterizedTest
    @EnumSource(BlockingStyle.RequestThreads.class)
    void its_deadline_ends_a_request(BlockingStyle.RequestThreads threads) throws InterruptedException {
        Gateway gateway = gateway(threads, NEAR, FAR, () -> waits(1));
        ask(gateway);
        begun.await();
        assertThat(gateway.end()).isEqualTo(new Gateway.LateRequests(0, 0));
        assertThat(replies.take().status()).isEqualTo(504);
    }

    @ParameterizedTest
    @EnumSource(BlockingStyle.RequestThreads.class)
    void a_request_that_goes_on_is_interrupted_again(BlockingStyle.RequestThreads threads) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        Gateway gateway = gateway(threads, NEAR, () -> {
            try {
                return waits(2);
            } finally {
                ended.countDown();
            }
        });
        ask(gateway);
        begun.await();
        assertThat(gateway.end().late()).isEqualTo(1);
        ended.await();
    }

    @ParameterizedTest
    @EnumSource(BlockingStyle.RequestThreads.class)
    void one_that_never_ends_is_counted_and_left(BlockingStyle.RequestThreads threads) throws InterruptedException {
        Gateway gateway = gateway(threads, NEAR, () -> waits(Integer.MAX_VALUE));
        ask(gateway);
        begun.await();
        assertThat(gateway.end()).isEqualTo(new Gateway.LateRequests(1, 1));
    }

    @Test
    void one_that_waits_behind_it_gives_its_place_back() throws InterruptedException {
        Gateway gateway = gateway(BlockingStyle.RequestThreads.POOLED, NEAR, () -> waits(Integer.MAX_VALUE));
        ask(gateway);
        begun.await();
        ask(gateway);
        assertThat(replies.take().status()).isEqualTo(504);
        assertThat(replies.take().status()).isEqualTo(504);
        assertThat(gateway.end()).isEqualTo(new Gateway.LateRequests(2, 1));
    }

    /** A client that keeps its connection could take every place that becomes free. */
    @Test
    void a_request_that_comes_later_is_refused() throws InterruptedException {
        Gateway gateway = gateway(BlockingStyle.RequestThreads.POOLED, NEAR, () -> waits(Integer.MAX_VALUE));
        ask(gateway);
        begun.await();
        gateway.close();
        replies.clear();
        ask(gateway);
        assertThat(replies.take().status()).isEqualTo(503);
    }

    @Test
    void who_interrupts_the_closing_thread_does_not_wait_for_the_deadline() throws InterruptedException {
        Gateway gateway = gateway(BlockingStyle.RequestThreads.POOLED, FAR, () -> waits(Integer.MAX_VALUE));
        ask(gateway);
        begun.await();
        Thread.currentThread().interrupt();
        assertThat(gateway.end()).isEqualTo(new Gateway.LateRequests(1, 1));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void it_says_how_many() {
        assertThat(new Gateway.LateRequests(1, 0).words())
                .isEqualTo("1 request did not end by the deadline and was interrupted; none goes on");
        assertThat(new Gateway.LateRequests(3, 2).words())
                .isEqualTo("3 requests did not end by the deadline and were interrupted; 2 go on");
    }
}
