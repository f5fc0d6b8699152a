package dev.gearbox.http.message;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.Tokens;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.BasicHttpTransportMetrics;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.nio.ChunkDecoder;
import org.apache.hc.core5.http.impl.nio.IdentityDecoder;
import org.apache.hc.core5.http.impl.nio.LengthDelimitedDecoder;
import org.apache.hc.core5.http.nio.ContentDecoder;
import org.apache.hc.core5.http.nio.NHttpMessageParser;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages one after another from a {@link MessageInput}: {@link #head} until it returns one, then {@link #length}, {@link #beginBody} and
 * {@link #body} until that is complete. HttpCore parses and decodes.
 *
 * @param <T> requests or responses
 */
public final class MessageReader<T extends HttpMessage> {
    /** The length of a chunked body. */
    public static final long CHUNKED = ContentLengthStrategy.CHUNKED;

    /** The length of a body without any indication of its length. */
    public static final long UNDEFINED = ContentLengthStrategy.UNDEFINED;

    /** The decoders require a destination but do not use it: see {@link MessageInput#read(ByteBuffer, int)}. */
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final NHttpMessageParser<T> parser;
    private final Http1Config config;
    private final MessageInput input;
    private final BasicHttpTransportMetrics metrics = new BasicHttpTransportMetrics();
    private @Nullable ContentDecoder decoder;

    public MessageReader(NHttpMessageParser<T> parser, Http1Config config, MessageInput input) {
        this.parser = parser;
        this.config = config;
        this.input = input;
    }

    public static Http1Config config(HttpLimits limits) {
        return Http1Config.custom()
                .setMaxLineLength(limits.lineBytes())
                .setMaxHeaderCount(limits.headerCount())
                .build();
    }

    /** Returns the head of the next message once it is complete, or null. */
    public @Nullable T head() throws IOException, HttpException {
        T message;
        try {
            message = parser.parse(input, false);
        } catch (IllegalArgumentException bad) { // a version below zero
            throw new ProtocolException(String.valueOf(bad.getMessage()), bad);
        }
        if (message != null) {
            parser.reset();
            for (Iterator<Header> fields = message.headerIterator(); fields.hasNext(); ) {
                String name = fields.next().getName();
                if (!Tokens.isToken(name)) {
                    throw new ProtocolException("not a header field name: \"%s\"", name);
                }
            }
            input.beginHead();
        }
        return message;
    }

    /**
     * Returns the length of that message's body: {@link #CHUNKED}, {@link #UNDEFINED} or bytes.
     *
     * @throws HttpException if the length is contradictory, ambiguous or not understood
     */
    public static long length(HttpMessage message) throws HttpException {
        Header[] lengths = message.getHeaders(HttpHeaders.CONTENT_LENGTH);
        for (Header length : lengths) {
            String value = length.getValue();
            if (value == null || value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw new ProtocolException("not a Content-Length: \"%s\"", value);
            }
        }
        if (message.containsHeader(HttpHeaders.TRANSFER_ENCODING)) {
            if (lengths.length > 0) {
                throw new ProtocolException("both Content-Length and Transfer-Encoding");
            }
            if (message.getVersion() != null && message.getVersion().lessEquals(HttpVersion.HTTP_1_0)) {
                throw new ProtocolException("Transfer-Encoding in HTTP/1.0");
            }
        }
        return DefaultContentLengthStrategy.INSTANCE.determineLength(message);
    }

    /** Starts a body of that length, which is not zero. */
    public void beginBody(long length) {
        input.beginBody();
        if (length == CHUNKED) {
            decoder = new ChunkDecoder(input, input, config, metrics);
        } else if (length == UNDEFINED) {
            decoder = new IdentityDecoder(input, input, metrics);
        } else {
            decoder = new LengthDelimitedDecoder(input, input, metrics, length);
        }
    }

    /** Passes on the available bytes of the body and returns whether that was the last of it. */
    public boolean body() throws IOException {
        ContentDecoder reading = decoder;
        if (reading == null) {
            throw new IllegalStateException("no body is expected");
        }
        reading.read(NOTHING);
        if (!reading.isCompleted()) {
            return false;
        }
        decoder = null;
        input.beginHead();
        return true;
    }
}
