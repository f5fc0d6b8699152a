/*
 * The C loop: reads files from beginning to end with read(2) into one buffer, and digests every byte as the rows in Java do (CRC-32C, three streams at a time).
 *
 *     cc -O3 -march=native -o c-loop c-loop.c
 *     printf 'one file\nanother\n\n' | ./c-loop 65536
 *
 * The argument is the size of the buffer. It prints "ready", and for each name on standard input a line with the length of the file and its digest. An empty
 * line asks for the answers so far.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SSE4_2__)
#include <nmmintrin.h>
static uint32_t add_byte(uint32_t crc, uint8_t byte) { return _mm_crc32_u8(crc, byte); }
static uint32_t add_word(uint32_t crc, uint64_t word) { return (uint32_t) _mm_crc32_u64(crc, word); }
static void prepare_bytes(void) {}
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
static uint32_t add_byte(uint32_t crc, uint8_t byte) { return __crc32cb(crc, byte); }
static uint32_t add_word(uint32_t crc, uint64_t word) { return __crc32cd(crc, word); }
static void prepare_bytes(void) {}
#else
/* The Castagnoli polynomial, lowest bit first. */
#define POLYNOMIAL 0x82f63b78u
static uint32_t byte_table[256];
static uint32_t add_byte(uint32_t crc, uint8_t byte) { return byte_table[(crc ^ byte) & 0xff] ^ (crc >> 8); }
static uint32_t add_word(uint32_t crc, uint64_t word) {
    uint8_t bytes[8];
    memcpy(bytes, &word, sizeof bytes);
    for (int i = 0; i < 8; i++) {
        crc = add_byte(crc, bytes[i]);
    }
    return crc;
}
static void prepare_bytes(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? (crc >> 1) ^ POLYNOMIAL : crc >> 1;
        }
        byte_table[byte] = crc;
    }
}
#endif

/* A processor computes one CRC in each cycle, but a result takes three: so three streams of this length are computed at a time. */
#define STREAM 1024

/* What STREAM zero bytes make of a CRC, for each value of its four bytes: the operation is linear. */
static uint32_t shifted[4][256];

static void prepare(void) {
    prepare_bytes();
    for (int at = 0; at < 4; at++) {
        for (int bit = 0; bit < 8; bit++) {
            uint32_t crc = (uint32_t) 1 << (8 * at + bit);
            for (int i = 0; i < STREAM / 8; i++) {
                crc = add_word(crc, 0);
            }
            for (int byte = 0; byte < 256; byte++) {
                if (byte >> bit & 1) {
                    shifted[at][byte] ^= crc;
                }
            }
        }
    }
}

static uint32_t shift(uint32_t crc) {
    return shifted[0][crc & 0xff] ^ shifted[1][crc >> 8 & 0xff] ^ shifted[2][crc >> 16 & 0xff] ^ shifted[3][crc >> 24];
}

static uint64_t word(const uint8_t *from) {
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return value;
}

static uint32_t digest(uint32_t crc, const uint8_t *bytes, size_t length) {
    for (; length >= 3 * STREAM; bytes += 3 * STREAM, length -= 3 * STREAM) {
        uint32_t second = 0, third = 0;
        for (size_t i = 0; i < STREAM; i += 8) {
            crc = add_word(crc, word(bytes + i));
            second = add_word(second, word(bytes + STREAM + i));
            third = add_word(third, word(bytes + 2 * STREAM + i));
        }
        crc = shift(shift(crc) ^ second) ^ third;
    }
    for (; length >= 8; bytes += 8, length -= 8) {
        crc = add_word(crc, word(bytes));
    }
    for (; length > 0; bytes++, length--) {
        crc = add_byte(crc, *bytes);
    }
    return crc;
}

static int read_file(const char *name, uint8_t *buffer, size_t size) {
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    uint64_t length = 0;
    uint32_t crc = 0xffffffffu;
    ssize_t count;
    while ((count = read(file, buffer, size)) != 0) {
        if (count > 0) {
            length += (uint64_t) count;
            crc = digest(crc, buffer, (size_t) count);
        } else if (errno != EINTR) {
            return -1;
        }
    }
    printf("%llu %lu\n", (unsigned long long) length, (unsigned long) ~crc & 0xffffffffu);
    return close(file);
}

int main(int count, char **arguments) {
    size_t size = count == 2 ? strtoul(arguments[1], NULL, 10) : 0;
    uint8_t *buffer = size > 0 ? malloc(size) : NULL;
    if (buffer == NULL) {
        fputs("takes the size of its buffer, in bytes\n", stderr);
        return 2;
    }
    prepare();
    puts("ready");
    fflush(stdout);
    char *name = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&name, &room, stdin)) > 0) {
        if (name[length - 1] == '\n') {
            name[--length] = '\0';
        }
        if (length == 0) {
            fflush(stdout);
        } else if (read_file(name, buffer, size) != 0) {
            printf("%s: %s\n", name, strerror(errno));
        }
    }
    free(name);
    free(buffer);
    return 0;
}
